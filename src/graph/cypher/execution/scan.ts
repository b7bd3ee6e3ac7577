import type { Anchor, Step } from '../plan/steps.js';
import { settled } from './batches.js';
import { compile } from './compile.js';
import type { Evaluate } from './evaluate.js';
import { type Context, isNeeds, type Row, type Rows } from './context.js';
import type { QueryGraph } from '../data/query-graph.js';
import type { Scope } from './scope.js';
import { isList, isNumber, NodeValue, type Value } from '../data/values.js';

/** The first rows come soon if a LIMIT needs few, and later ones many at a time. */
const firstRows = 64;
const mostRows = 4096;

export function prepareScan(
  { node, anchor }: Extract<Step, { step: 'scan' }>,
  scope: Scope,
  context: Context,
): (rows: Rows) => Rows {
  const find = finder(anchor, scope, context);
  const slot = scope.slot(node);
  return function* (rows: Rows): Rows {
    let most = firstRows;
    for (const item of rows) {
      if (isNeeds(item)) {
        yield item;
        continue;
      }
      const found = yield* settled(context, () => item.map((row) => find(row)));
      let made: Row[] = [];
      for (const [index, row] of item.entries())
        for (const place of found[index]!) {
          const copy = row.slice();
          copy[slot] = new NodeValue(place);
          made.push(copy);
          if (made.length < most) continue;
          context.budget.step(made.length);
          yield made;
          made = [];
          most = Math.min(most * 4, mostRows);
        }
      if (made.length > 0) yield made;
    }
  };
}

type Find = (row: Row) => Iterable<number>;

function finder(anchor: Anchor, scope: Scope, context: Context): Find {
  const { graph } = context;
  if (anchor.by === 'all') return () => nodesOf(graph, () => true);
  if (anchor.by === 'label') {
    const test = graph.labelTest(anchor.label);
    return () => (test ? nodesOf(graph, test) : []);
  }
  if (anchor.by === 'id') {
    const id = compile(anchor.id, scope, context);
    return (row) => nodesOfIds(id(row), graph);
  }
  const texts = anchor.texts.map(({ key, text }) => ({ key, text: compile(text, scope, context) }));
  return (row) => nodesWithTexts(texts, row, graph);
}

function* nodesOf(graph: QueryGraph, test: (node: number) => boolean): Iterable<number> {
  for (let node = 0; node < graph.size; node++) if (graph.exists(node) && test(node)) yield node;
}

function nodesOfIds(value: Value, graph: QueryGraph): number[] {
  const ids = isList(value) ? value : [value];
  const places = ids.flatMap((id) => (isNumber(id) ? [graph.placeOf(Number(id))] : []));
  return [...new Set(places)].filter((place) => place >= 0 && graph.exists(place));
}

function nodesWithTexts(
  texts: readonly { readonly key: string; readonly text: Evaluate }[],
  row: Row,
  graph: QueryGraph,
): Iterable<number> {
  const found = new Set<number>();
  for (const { key, text } of texts) {
    const value = text(row);
    if (typeof value !== 'string') continue;
    const nodes = graph.nodesWithText(key, value);
    if (!nodes) return nodesOf(graph, () => true);
    for (const node of nodes) found.add(node);
  }
  return found;
}
