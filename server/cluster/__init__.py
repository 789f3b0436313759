"""Who owns which key, where players are connected, what becomes of lost keys; no rules of play."""
