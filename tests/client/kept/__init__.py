"""What is kept on this machine of what a person plays."""
