// The window on the picture: zoom and pan by wheel, drag, pinch and keys.

const CLOSEST = 4; // pixels to a unit of the drawing
const READABLE = 0.92; // below this the labels fall under 11 pixels
const STEP = 1.3;
const STRIDE = 60;
const SCROLL_ENDS = 250; // ms

const between = (low, value, high) => Math.max(low, Math.min(value, high));

export const createView = (stage, svg) => {
  const all = svg.viewBox.baseVal;
  const full = { x: all.x, y: all.y, w: all.width, h: all.height };
  const view = { x: full.x, y: full.y, w: full.w };

  const ratio = () => stage.clientHeight / stage.clientWidth;
  const widest = () => Math.max(full.w, full.h / ratio());

  const along = (start, size, seen, at) => between(start, at, start + Math.max(0, size - seen));

  const whole = svg.getAttribute("viewBox");
  const paper = matchMedia("print");
  const drawWhole = () => svg.setAttribute("viewBox", whole);

  const draw = () => {
    if (!stage.clientWidth) return;
    if (paper.matches) return drawWhole();
    view.w = between(Math.min(stage.clientWidth / CLOSEST, full.w), view.w, widest());
    view.x = along(full.x, full.w, view.w, view.x);
    view.y = along(full.y, full.h, view.w * ratio(), view.y);
    return svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.w * ratio()}`);
  };

  // Changes the window; says whether it moved, so that at the rim the page can take over.
  const change = (next) => {
    const before = svg.getAttribute("viewBox");
    Object.assign(view, next);
    draw();
    return svg.getAttribute("viewBox") !== before;
  };

  const unit = () => view.w / stage.clientWidth;
  const pan = (dx, dy) => change({ x: view.x + dx * unit(), y: view.y + dy * unit() });
  const fit = () => change({ x: full.x, y: full.y, w: widest() });

  const zoom = (factor, at = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 }) => {
    const w = between(Math.min(stage.clientWidth / CLOSEST, full.w), view.w / factor, widest());
    return change({ w, x: view.x + at.x * (unit() - w / stage.clientWidth), y: view.y + at.y * (unit() - w / stage.clientWidth) });
  };

  // The whole when its labels can be read, else its beginning.
  const open = () => change({ x: full.x, y: full.y, w: Math.min(widest(), stage.clientWidth / READABLE) });

  const inSight = (box) =>
    box.x >= view.x && box.y >= view.y && box.x + box.width <= view.x + view.w && box.y + box.height <= view.y + view.w * ratio();

  // Moves only as far as needed: to all boxes if they can be read together, else to the first.
  const show = (boxes) => {
    if (boxes.every(inSight)) return;
    const [left, top] = ["x", "y"].map((side) => Math.min(...boxes.map((box) => box[side])) - 12);
    const right = Math.max(...boxes.map((box) => box.x + box.width)) + 12;
    const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 12;
    const w = Math.max(view.w, right - left, (bottom - top) / ratio());
    if (w <= stage.clientWidth / READABLE) {
      change({ w, x: (left + right - w) / 2, y: (top + bottom - w * ratio()) / 2 });
    } else if (!inSight(boxes[0])) {
      const [{ x, y, width, height }] = boxes;
      change({ x: x + (width - view.w) / 2, y: y + (height - view.w * ratio()) / 2 });
    }
  };

  wheel(stage, zoom);
  touch(stage, zoom, pan);
  keys(stage, zoom, pan, fit);
  new ResizeObserver(draw).observe(stage);
  addEventListener("beforeprint", drawWhole);
  addEventListener("afterprint", draw);
  open();
  return { fit, show, zoomIn: () => zoom(STEP), zoomOut: () => zoom(1 / STEP) };
};

// A wheel that is scrolling the page goes on doing so; one that comes to rest here zooms.
const wheel = (stage, zoom) => {
  let scrolled = -SCROLL_ENDS;
  addEventListener("scroll", () => { scrolled = performance.now(); }, { passive: true });
  stage.addEventListener("wheel", (event) => {
    const pinch = event.ctrlKey || event.metaKey;
    if (!pinch && performance.now() - scrolled < SCROLL_ENDS) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const moved = zoom(Math.exp(-event.deltaY * lines * (pinch ? 0.01 : 0.0015)), place(stage, event));
    if (moved || pinch) event.preventDefault();
  }, { passive: false });
};

const place = (stage, { clientX, clientY }) => {
  const frame = stage.getBoundingClientRect();
  return { x: clientX - frame.left, y: clientY - frame.top };
};

const middle = (points) => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
  spread: points.length > 1 ? Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y) : 0,
});

// One finger or the mouse drags, two fingers pinch. What ends a drag is no click.
const touch = (stage, zoom, pan) => {
  const points = new Map();
  let dragged = false;

  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!points.size) dragged = false;
    points.set(event.pointerId, place(stage, event));
  });
  stage.addEventListener("pointermove", (event) => {
    if (!points.has(event.pointerId)) return;
    const before = middle([...points.values()]);
    const start = points.get(event.pointerId);
    const now = place(stage, event);
    if (!dragged && Math.hypot(now.x - start.x, now.y - start.y) < 4) return;
    dragged = true;
    stage.classList.add("dragging");
    stage.setPointerCapture(event.pointerId);
    points.set(event.pointerId, now);
    const after = middle([...points.values()]);
    pan(before.x - after.x, before.y - after.y);
    if (before.spread && after.spread) zoom(after.spread / before.spread, after);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    stage.addEventListener(end, (event) => {
      points.delete(event.pointerId);
      if (!points.size) stage.classList.remove("dragging");
    });
  }
  stage.addEventListener("click", (event) => {
    if (dragged) {
      event.preventDefault();
      event.stopPropagation();
    }
    dragged = false;
  }, { capture: true });
  stage.addEventListener("dragstart", (event) => event.preventDefault());
};

const keys = (stage, zoom, pan, fit) => {
  const moves = {
    "+": () => zoom(STEP),
    "=": () => zoom(STEP),
    "-": () => zoom(1 / STEP),
    0: fit,
    ArrowLeft: () => pan(-STRIDE, 0),
    ArrowRight: () => pan(STRIDE, 0),
    ArrowUp: () => pan(0, -STRIDE),
    ArrowDown: () => pan(0, STRIDE),
  };
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (moves[event.key]?.()) event.preventDefault();
  });
};
