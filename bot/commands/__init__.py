"""The commands of the bots, one module each, and the options they share; not what they run."""
