"""What commits cost on each kind of database, and what a lease with every commit costs."""
