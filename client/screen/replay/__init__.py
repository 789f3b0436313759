"""Looking back at games, with a bot's opinion of them."""
