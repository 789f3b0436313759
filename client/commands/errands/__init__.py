"""Commands that ask a server something and print what it says; what they share is client/errand."""
