// Boards in layers, one above the other in space, seen from above and turned.
//
// Seen from above, a higher layer never lies behind a lower one: drawn in the order of the layers,
// everything covers what is farther away, and the elements never have to be put in another order.

const APART = 2.1; // between layers, in cells
const DISTANCE = 16; // of the eye from the middle, in cells
const [LOWEST, HIGHEST] = [0.25, 1.1]; // how far the eye may be raised, in radians
const STEP = Math.PI / 12; // of a key

/** How layers are seen in a drawing of this size: {to(cell), at(frame, x, y), turn, step}. */
export function createPerspective({ frames, cells, width, height }) {
  const { rows, columns } = frames[0];
  const around = Math.hypot(rows, columns) / 2;
  let [turned, raised] = [0.55, 0.55];

  // Right, up and towards the eye from the middle of all layers; then onto the drawing.
  function project(right, up, near) {
    const across = right * Math.cos(turned) - near * Math.sin(turned);
    const deep = right * Math.sin(turned) + near * Math.cos(turned);
    const close = deep * Math.cos(raised) + up * Math.sin(raised);
    const scale = (fit() * DISTANCE) / (DISTANCE - close);
    const down = deep * Math.sin(raised) - up * Math.cos(raised);
    return [width / 2 + across * scale, height / 2 + down * scale];
  }

  // So large that it stays within the drawing however it is turned.
  function fit() {
    const tall = ((frames.length - 1) * APART * Math.cos(LOWEST)) / 2 + around * Math.sin(raised);
    const near = DISTANCE / (DISTANCE - around);
    return Math.min(width / 2 / (around * near), height / 2 / (tall * near)) * 0.98;
  }

  function at(frame, x, y) {
    return project(x - columns / 2, (frame - (frames.length - 1) / 2) * APART, y - rows / 2);
  }

  return {
    at,
    /** Takes points around the middle of a cell to where they are seen. */
    to(cell) {
      const { frame, row, column } = cells[cell];
      return (x, y) => at(frame, column + 0.5 + x, row + 0.5 + y);
    },
    turn(right, down) {
      turned += right;
      raised = Math.min(HIGHEST, Math.max(LOWEST, raised + down));
    },
    step(right, down) {
      this.turn(right * STEP, (down * STEP) / 2);
    },
  };
}
