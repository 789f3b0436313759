// A closer look at a part of the board: by pinching, dragging, Ctrl and wheel, buttons, or a first tap.

const CLOSEST = 8;
const FINGER = 44; // pixels that a finger needs
const SMALL = 30; // a tap on a cell smaller than this looks closer first
const DRAG = 8; // pixels after which a press is no tap any more

/**
 * Makes what is in *view*, a group of *drawing*, larger and movable. `turn(dx, dy)` may take a drag
 * with one pointer for itself, by returning true.
 */
export function createZoom(drawing, view, { width, height, turn = () => false, onChange = () => {} }) {
  const pointers = new Map();
  let [scale, x, y] = [1, 0, 0]; // the part that is seen begins at x, y
  let dragged = 0; // pixels since the first pointer came down

  function set(toScale, toX, toY) {
    scale = Math.min(CLOSEST, Math.max(1, toScale));
    x = Math.min(width - width / scale, Math.max(0, toX));
    y = Math.min(height - height / scale, Math.max(0, toY));
    view.style.transform = scale === 1 ? "" : `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
    drawing.classList.toggle("zoomed", scale > 1);
    onChange(scale);
  }

  // Where a pointer is, in the units of the drawing.
  function unitOf({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM().inverse());
  }

  // What is under *point* stays there.
  function zoomAt(point, factor) {
    const to = Math.min(CLOSEST, Math.max(1, scale * factor));
    set(to, x + point.x / scale - point.x / to, y + point.y / scale - point.y / to);
  }

  function centre(at, to = scale) {
    set(to, at.x - width / to / 2, at.y - height / to / 2);
  }

  function move(event) {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const others = [...pointers.values()].filter((each) => each !== before);
    pointers.set(event.pointerId, event);
    const [from, to] = [unitOf(before), unitOf(event)];
    dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (dragged > DRAG) view.classList.add("held");
    if (others.length) pinch(from, to, unitOf(others[0]));
    else if (dragged > DRAG && !turn(to.x - from.x, to.y - from.y) && scale > 1) {
      set(scale, x - (to.x - from.x) / scale, y - (to.y - from.y) / scale);
    }
  }

  function pinch(from, to, other) {
    const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    set(scale, x - (to.x - from.x) / scale / 2, y - (to.y - from.y) / scale / 2);
    zoomAt({ x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }, apart(to) / apart(from));
  }

  function release(event) {
    pointers.delete(event.pointerId);
    if (!pointers.size) view.classList.remove("held");
  }

  drawing.addEventListener("pointerdown", (event) => {
    if (!pointers.size) dragged = 0;
    pointers.set(event.pointerId, event);
  });
  drawing.addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) drawing.addEventListener(type, release);
  drawing.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomAt(unitOf(event), Math.exp(-event.deltaY / 200));
  }, { passive: false });

  return {
    /** Whether the press that ends now was a drag, so that it is no tap. */
    wasDrag: () => dragged > DRAG,
    /** Look closer at a cell that is too small for a finger: true if it was. */
    toFinger(element, at) {
      const { width: wide, height: high } = element.getBoundingClientRect();
      const size = Math.min(wide, high);
      if (size >= SMALL) return false;
      centre(at, (scale * FINGER) / size);
      return true;
    },
    /** Bring a place into the part that is seen. */
    reveal(at) {
      const inside = at.x > x + 0.5 && at.x < x + width / scale - 0.5 &&
        at.y > y + 0.5 && at.y < y + height / scale - 0.5;
      if (scale > 1 && !inside) centre(at);
    },
    by: (factor) => centre({ x: x + width / scale / 2, y: y + height / scale / 2 }, scale * factor),
    whole: () => set(1, 0, 0),
  };
}
