"""Looking back at games, with a bot's evaluation of them. Not matches that one plays."""
