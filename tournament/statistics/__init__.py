"""What results say about strength, in figures; not in words."""
