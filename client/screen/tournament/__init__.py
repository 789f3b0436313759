"""The screens of tournaments: followed, entered, opened, and calls to their games."""
