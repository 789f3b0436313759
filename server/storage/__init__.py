"""What is kept, and how it is written and read: all SQL is here, and no rules are."""
