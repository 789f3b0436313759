"""What each request leads to, a file for each group; the rules of it all live in other rooms."""
