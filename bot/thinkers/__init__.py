"""Whatever thinks for a bot, behind one interface, and in processes of its own."""
