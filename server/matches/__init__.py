"""Matches as they are played: rules, clocks, tables, who is told what; not how they are found."""
