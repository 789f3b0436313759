"""The report of an event as one HTML file that needs no network."""

from organiser.report.page import render

__all__ = ["render"]
