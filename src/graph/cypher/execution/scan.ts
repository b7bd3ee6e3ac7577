import type { Anchor, Step } from '../plan/steps.js';
import { eachBatch, expanded, extended, given, settled } from './batches.js';
import { compile } from './compile.js';
import type { Context, Row, Run } from './context.js';
import type { QueryGraph } from '../data/query-graph.js';
import type { Scope } from './scope.js';
import { type Direction } from '../syntax/tree.js';
import { EdgeValue, isList, isNumber, NodeValue, type Value } from '../data/values.js';

/** Names that a search passes in the time of a step. */
const namesPerStep = 32;

/** Binds a variable to each node that an anchor finds. */
export function prepareScan({ node, anchor }: Extract<Step, { step: 'scan' }>, scope: Scope, context: Context): Run {
  const find = finder(anchor, scope, context);
  const slot = scope.slot(node);
  const bind = (row: Row, place: number) => extended(row, slot, new NodeValue(place));
  return (rows) =>
    eachBatch(rows, function* (batch) {
      const found = yield* settled(context, () => batch.map(find));
      yield* expanded(given(batch), context, (_, index) => found[index]!(), bind);
    });
}

/** Evaluates what nodes are sought by. They are found later, row by row, because there may be many of each. */
function finder(anchor: Anchor, scope: Scope, context: Context): (row: Row) => () => Iterable<number> {
  const { graph } = context;
  if (anchor.by === 'all') return () => () => nodesOf(context, () => true);
  if (anchor.by === 'label') {
    const test = graph.labelTest(anchor.label);
    return () => () => (test ? nodesOf(context, test) : []);
  }
  if (anchor.by === 'id') {
    const id = compile(anchor.id, scope, context);
    return (row) => {
      const ids = id(row);
      return () => nodesOfIds(ids, graph);
    };
  }
  if (anchor.by === 'edge') {
    const slot = scope.slot(anchor.edge);
    return (row) => () => beginsOf(row[slot], anchor.direction);
  }
  const texts = anchor.texts.map(({ key, text }) => ({ key, text: compile(text, scope, context) }));
  return (row) => {
    const sought = texts.map(({ key, text }) => ({ key, text: text(row) }));
    return () => nodesWithTexts(sought, context);
  };
}

function* nodesOf({ graph, budget }: Context, test: (node: number) => boolean): Iterable<number> {
  for (let node = 0; node < graph.size; node++) {
    budget.step();
    if (graph.exists(node) && test(node)) yield node;
  }
}

function nodesOfIds(value: Value, graph: QueryGraph): number[] {
  const ids = isList(value) ? value : [value];
  const places = ids.flatMap((id) => (isNumber(id) ? [graph.placeOf(Number(id))] : []));
  return [...new Set(places)].filter((place) => place >= 0 && graph.exists(place));
}

function beginsOf(value: Value | undefined, direction: Direction): number[] {
  if (!(value instanceof EdgeValue)) return [];
  const { source, target } = value;
  if (direction === 'both') return [...new Set([source, target])];
  return [direction === 'out' ? source : target];
}

function nodesWithTexts(
  texts: readonly { readonly key: string; readonly text: Value }[],
  context: Context,
): Iterable<number> {
  const { graph } = context;
  const found = new Set<number>();
  for (const { key, text } of texts) {
    if (typeof text !== 'string') continue;
    const nodes = graph.nodesWithText(key, text);
    if (!nodes) return nodesOf(context, () => true);
    context.budget.step(nodes.length + Math.ceil(graph.size / namesPerStep));
    for (const node of nodes) found.add(node);
  }
  return found;
}
