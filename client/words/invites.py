"""The link to an invite, for whoever has a browser, and as a QR code for a telephone."""

HALVES = " ▄▀█"  # a character for two modules, of which the upper one counts twice
QUIET = 4  # modules around a code, where there is room


def page_url(server: str) -> str:
    """Where browsers find the page of a server."""
    return f"http{server.removeprefix('ws').rstrip('/')}/"


def invite_link(server: str, code: str) -> str:
    return f"{page_url(server)}#{code}"


def invite_command(server: str, code: str) -> str:
    return f"inarow play --server {server} --against {code}"


def qr_code(text: str, width: int, *, dark_on_light: bool) -> list[str]:
    """Lines that are a QR code of the text, in no more columns than *width*; else none at all.

    A code is dark on a light ground. Where the terminal is not told to draw so, it is taken to
    write light on dark, and what is light is drawn.
    """
    import segno  # few ever see one

    try:
        code = segno.make_qr(text, error="l", boost_error=False)
    except segno.DataOverflowError:
        return []
    quiet = min(QUIET, (width - int(code.symbol_size(border=0)[0])) // 2)
    if quiet < 1:
        return []
    rows = [
        [bool(module) is dark_on_light for module in row] for row in code.matrix_iter(border=quiet)
    ]
    if len(rows) % 2:
        rows.append([not dark_on_light] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [
        "".join(HALVES[2 * up + down] for up, down in zip(*pair, strict=True)) for pair in pairs
    ]
