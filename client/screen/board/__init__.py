"""The board as a widget: layout, painting, and where it stands on the screen."""
