import type { PlanModel } from './plan-model.js';
import type { Price, WayRow, WeightedWay } from './plan-walk.js';

/** Ways with whole weights, in parts of one: no fix, and no account that may stay, carries more than it is worth. */
export interface Certificate {
  readonly price: Price;
  readonly ways: readonly { readonly row: WayRow; readonly parts: number }[];
  readonly denominator: number;
  /** The sum of all parts: no plan's value is below it, divided by the denominator. */
  readonly sum: number;
}

/** Weights of small programs are fractions of a denominator below it. */
const mostParts = 2520;
const fineParts = 2 ** 20;
const tolerance = 1e-5;

/** Makes whole parts of the weights of a solver, and lowers those that carry too much, so that the sum is a bound for sure. */
export function certificateOf(model: PlanModel, ways: readonly WeightedWay[], price: Price): Certificate {
  const isWhole = (parts: number) =>
    ways.every(({ weight }) => Math.abs(weight * parts - Math.round(weight * parts)) <= tolerance);
  let denominator = 1;
  while (denominator < mostParts && !isWhole(denominator)) denominator++;
  const isExact = denominator < mostParts;
  if (!isExact) denominator = fineParts;
  const rounded = ways.map(({ row, weight }) => ({
    row,
    parts: isExact ? Math.round(weight * denominator) : Math.floor(weight * denominator),
  }));
  const lowered = lower(model, rounded, price, denominator).filter(({ parts }) => parts > 0);
  return { price, ways: lowered, denominator, sum: lowered.reduce((sum, { parts }) => sum + parts, 0) };
}

/** The bound of a certificate as a whole number. */
export function boundOf({ sum, denominator }: Certificate): number {
  return Math.ceil(sum / denominator);
}

function lower(
  model: PlanModel,
  ways: readonly { readonly row: WayRow; readonly parts: number }[],
  { a, b }: Price,
  denominator: number,
): { readonly row: WayRow; readonly parts: number }[] {
  const room = new Map<number, number>();
  const roomOf = (column: number) =>
    room.get(column) ?? denominator * (column >= 0 ? a * model.costs[column]! : b * model.under[-1 - column]!);
  return ways.map(({ row, parts }) => {
    const places = b === Infinity ? [] : model.chain(row.node).map((place) => -1 - place);
    const columns = [...row.fixes, ...places];
    const carried = Math.min(parts, ...columns.map(roomOf));
    for (const column of columns) room.set(column, roomOf(column) - carried);
    return { row, parts: carried };
  });
}
