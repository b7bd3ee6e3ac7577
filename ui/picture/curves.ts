import { type Box, boxHeight, boxWidth, type Point } from './bundles.js';

/** How a line runs between two boxes. */
interface Course {
  /** Paths of SVG. */
  readonly curve: string;
  readonly arrow: string;
  /** Returns the point at a part of the line, from 0 to 1. */
  readonly pointAt: (part: number) => Point;
}

/** How far a line between boxes of one layer leaves it. */
const bulge = 40;
const arrowSize = 6;

/** A cubic Bézier curve from the end of the source to the beginning of the target; a line back the other way round. */
export function curveOf(source: Box, target: Box, isVertical: boolean): Course {
  const isBeside = source.layer === target.layer;
  const isBack = source.layer > target.layer;
  const [length, breadth] = isVertical ? [boxHeight, boxWidth] : [boxWidth, boxHeight];
  // `main` is along the direction of the layers.
  const portOf = ({ x, y }: Box, isAtEnd: boolean, shift: number) => {
    const [main, cross] = isVertical ? [y, x] : [x, y];
    return { main: main + (isAtEnd ? length : 0), cross: cross + breadth / 2 + shift };
  };
  const shift = source.id === target.id ? breadth / 4 : 0;
  const from = portOf(source, !isBack, -shift);
  const to = portOf(target, isBack || isBeside, shift);
  const turn = isBeside ? Math.max(from.main, to.main) + bulge : (from.main + to.main) / 2;
  const at = (main: number, cross: number) => (isVertical ? { x: cross, y: main } : { x: main, y: cross });
  const text = (main: number, cross: number) => {
    const { x, y } = at(main, cross);
    return `${rounded(x)} ${rounded(y)}`;
  };
  const back = to.main + (isBeside || isBack ? arrowSize : -arrowSize);
  return {
    curve: `M${text(from.main, from.cross)}C${text(turn, from.cross)} ${text(turn, to.cross)} ${text(to.main, to.cross)}`,
    arrow: `M${text(to.main, to.cross)}L${text(back, to.cross - arrowSize / 2)}L${text(back, to.cross + arrowSize / 2)}Z`,
    pointAt: (part) =>
      at(bezier(part, from.main, turn, turn, to.main), bezier(part, from.cross, from.cross, to.cross, to.cross)),
  };
}

/** The place at a part of a cubic curve. */
export function bezier(part: number, a: number, b: number, c: number, d: number): number {
  const left = 1 - part;
  return left ** 3 * a + 3 * left ** 2 * part * b + 3 * left * part ** 2 * c + part ** 3 * d;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
