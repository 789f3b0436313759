"""Playing in a browser: finding somebody, moving, agreeing, and looking back."""
