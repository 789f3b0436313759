"""What to tell a person when the connection is lost, and when it is there again."""


def lost(going_to: str) -> str:
    """*going_to* is where the server has sent us, if it has."""
    if going_to:
        return f"The server is going away: going to {going_to}. What you type is kept."
    return "The connection is lost. It is being made again; what you type is kept."


def lost_in_short(going_to: str) -> str:
    if going_to:
        return f"The server is going away: going to {going_to} ..."
    return "The connection is lost: coming back as soon as it can be ..."


def found(url: str, before: str) -> str:
    """Where we are, if that is another server than before."""
    return "Connected again." if url == before else f"Connected again, to {url}."
