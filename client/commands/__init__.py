"""What `inarow COMMAND` runs: each module has `configure(parser)` and `run(args)`, no more."""
