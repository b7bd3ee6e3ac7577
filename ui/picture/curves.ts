import { type Box, boxHeight, boxWidth, type Point } from './bundles.js';

/** How a line runs between two boxes. */
export interface Course {
  /** Paths of SVG. */
  readonly curve: string;
  readonly arrow: string;
  /** Returns the point of the line at a distance along the direction of the layers. */
  readonly pointAt: (main: number) => Point;
}

/** How far a line between boxes of one layer leaves it. */
const bulge = 40;
const arrowSize = 6;

/** From the end of the source to the beginning of the target; a line back the other way round. */
export function curveOf(source: Box, target: Box, isVertical: boolean): Course {
  const isBeside = source.layer === target.layer;
  const isBack = source.layer > target.layer;
  const [length, breadth] = isVertical ? [boxHeight, boxWidth] : [boxWidth, boxHeight];
  const cornerOf = ({ x, y }: Box) => (isVertical ? { main: y, cross: x } : { main: x, cross: y });
  const portOf = (box: Box, isAtEnd: boolean, shift: number) => {
    const { main, cross } = cornerOf(box);
    return { main: main + (isAtEnd ? length : 0), cross: cross + breadth / 2 + shift };
  };
  const shift = source.id === target.id ? breadth / 4 : 0;
  const a = portOf(source, !isBack, -shift);
  const b = portOf(target, isBack || isBeside, shift);
  const middle = (a.main + b.main) / 2;
  const outside = Math.max(a.main, b.main) + bulge;
  const controls = isBeside ? [outside, outside] : [middle, middle];
  const [c = middle, d = middle] = controls;
  const at = (main: number, cross: number) => (isVertical ? { x: cross, y: main } : { x: main, y: cross });
  const text = (main: number, cross: number) => {
    const { x, y } = at(main, cross);
    return `${rounded(x)} ${rounded(y)}`;
  };
  const direction = isBeside || isBack ? -1 : 1;
  const back = b.main - direction * arrowSize;
  return {
    curve: `M${text(a.main, a.cross)}C${text(c, a.cross)} ${text(d, b.cross)} ${text(b.main, b.cross)}`,
    arrow: `M${text(b.main, b.cross)}L${text(back, b.cross - arrowSize / 2)}L${text(back, b.cross + arrowSize / 2)}Z`,
    pointAt: (main) => {
      if (isBeside) return at(outside - bulge / 4, (a.cross + b.cross) / 2);
      const t = parameterOf(main, a.main, b.main);
      return at(a.main + (b.main - a.main) * ease(t, 0.5), a.cross + (b.cross - a.cross) * ease(t, 0));
    },
  };
}

/** A cubic Bézier curve from 0 to 1, whose inner points are at `inner` and 1 - `inner`. */
function ease(t: number, inner: number): number {
  const s = 1 - t;
  return 3 * s * s * t * inner + 3 * s * t * t * (1 - inner) + t * t * t;
}

/** Bisects, because the curve only rises in the direction of the layers. */
function parameterOf(main: number, from: number, to: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const t = (low + high) / 2;
    const isBefore = to > from ? from + (to - from) * ease(t, 0.5) < main : from + (to - from) * ease(t, 0.5) > main;
    if (isBefore) low = t;
    else high = t;
  }
  return (low + high) / 2;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
