"""What plain HTTP gets: the page, how the server is, its figures; and whose pages may connect."""
