"""Who plays whom next, in every format; not what the results come to."""
