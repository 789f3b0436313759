"""The board as a widget: layout, painting, and where it stands. Not what stands beside it."""
