import { accountKinds } from '../../kinds/kind-definitions.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { AnswerWithNeeds } from '../needs.js';

/** A property of nodes: the cost of all fixes at the node, or `never`. */
export const costProperty = 'plan_cost';

export const mostCost = 1000;
export const mostWeight = 1000;

/** Numbers that properties of nodes state. Nodes are places. */
export interface StatedNumbers {
  /** For how many accounts an account counts. */
  readonly weights: ReadonlyMap<number, number>;
  /** The account whose weight is none, if there is one. */
  readonly badWeight: number | undefined;
  /** Null: nothing may be changed there. */
  readonly costsAt: ReadonlyMap<number, number | null>;
  /** Nodes whose cost is none. */
  readonly badCosts: number;
}

export interface AskedWeights {
  /** The property of accounts that says for how many each counts; absent: each for one. */
  readonly weightProperty?: string | undefined;
  /** By id: for how many these accounts count, whatever their property says. */
  readonly weights?: readonly (readonly [id: number, weight: number])[];
}

export function* statedNumbers(
  graph: MemoryGraph,
  { weightProperty, weights: given = [] }: AskedWeights,
): AnswerWithNeeds<StatedNumbers> {
  const costs = yield* valuesOf(graph, costProperty, null);
  const costsAt = new Map<number, number | null>();
  for (const [node, value] of costs)
    if (value === 'never') costsAt.set(node, null);
    else if (isWhole(value, 1, mostCost)) costsAt.set(node, value);
  const stated = weightProperty === undefined ? [] : yield* valuesOf(graph, weightProperty, accountKinds);
  const weights = new Map<number, number>();
  for (const [node, value] of stated) if (isWhole(value, 0, mostWeight)) weights.set(node, value);
  const [badWeight] = stated.find(([node]) => !weights.has(node)) ?? [];
  for (const [id, weight] of given) if (graph.placeOf(id) >= 0) weights.set(graph.placeOf(id), weight);
  return { weights, badWeight, costsAt, badCosts: costs.length - costsAt.size };
}

/** The nodes that are there and have the property. */
function* valuesOf(
  graph: MemoryGraph,
  key: string,
  kinds: readonly number[] | null,
): AnswerWithNeeds<(readonly [node: number, value: unknown])[]> {
  const { values = [] } = yield { values: { key, kinds } };
  return values
    .map(([id, value]) => [graph.placeOf(id), value] as const)
    .filter(([node, value]) => graph.exists(node) && value !== null);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
