import type { Step } from '../plan/steps.js';
import { collected, expanded, extended, given, settled, settledRows } from './batches.js';
import { compile } from './compile.js';
import { truth } from './evaluate.js';
import { type Context, isNeeds, type Row, type Rows, type Stage } from './context.js';
import { endsOf, prepareExpand } from './expand.js';
import { prepareProject } from './project.js';
import { prepareScan } from './scan.js';
import type { Scope } from './scope.js';
import { prepareShortest } from './shortest.js';
import { EdgeValue, isList, NodeValue, PathValue, type Value } from '../data/values.js';

/** Compiles steps. @param scope variables of the rows that the first step takes @throws CypherError */
export function prepare(steps: readonly Step[], scope: Scope, context: Context): Stage {
  let stage: Stage = { scope, run: (rows) => rows };
  for (const step of steps) {
    const { run, scope: before } = stage;
    const next = prepareStep(step, before, context);
    stage = { scope: next.scope, run: (rows) => next.run(run(rows)) };
  }
  return stage;
}

function prepareStep(step: Step, scope: Scope, context: Context): Stage {
  if (step.step === 'project') return prepareProject(step, scope, context);
  return { scope, run: runnerOf(step, scope, context) };
}

type Run = (rows: Rows) => Rows;

/** The steps that add variables to rows, or drop rows. */
function runnerOf(step: Exclude<Step, { step: 'project' }>, scope: Scope, context: Context): Run {
  switch (step.step) {
    case 'scan':
      return prepareScan(step, scope, context);
    case 'expand':
      return prepareExpand(step, scope, context);
    case 'shortest':
      return prepareShortest(step, scope, context, prepare);
    case 'join':
      return prepareJoin(step, scope, context);
    case 'optional':
      return prepareOptional(step, scope, context);
    case 'ends':
      return prepareEnds(step, scope, context);
    case 'filter': {
      const where = compile(step.where, scope, context);
      const holds = (row: Row) => truth(where(row), step.where.at) === true;
      return (rows) => settledRows(rows, context, (some) => some.filter(holds));
    }
    case 'unwind':
      return prepareUnwind(step, scope, context);
    case 'path':
      break;
  }
  return preparePath(step, scope, context);
}

function preparePath(step: Extract<Step, { step: 'path' }>, scope: Scope, context: Context): Run {
  const nodes = step.nodes.map((name) => scope.slot(name));
  const edges = step.edges.map((name) => scope.slot(name));
  const slot = scope.slot(step.path);
  const bind = (row: Row) => extended(row, slot, pathIn(row, nodes, edges));
  return (rows) => settledRows(rows, context, (some) => some.map(bind));
}

function prepareEnds(step: Extract<Step, { step: 'ends' }>, scope: Scope, context: Context): Run {
  const [edge, from, to] = [scope.slot(step.edge), scope.slot(step.from), scope.slot(step.to)];
  const kinds = new Set(step.pattern.kinds.flatMap((name) => context.graph.kindsNamed(name)));
  const bind = (row: Row) => {
    const value = row[edge];
    if (!(value instanceof EdgeValue) || (step.pattern.kinds.length > 0 && !kinds.has(value.kind))) return [];
    return endsOf(value, step.pattern.direction).map(([begin, end]) =>
      extended(extended(row, from, new NodeValue(begin)), to, new NodeValue(end)),
    );
  };
  return (rows) => expanded(rows, context, bind);
}

function prepareUnwind(step: Extract<Step, { step: 'unwind' }>, scope: Scope, context: Context): Run {
  const list = compile(step.list, scope, context);
  const slot = scope.slot(step.variable);
  function* unwound(row: Row, items: readonly Value[]): Iterable<Row> {
    for (const item of items) yield extended(row, slot, item);
  }
  return function* (rows) {
    for (const item of rows) {
      if (isNeeds(item)) {
        yield item;
        continue;
      }
      // Lists of many rows are not kept: they may be long.
      yield* settled(context, () => item.forEach((row) => context.budget.within(() => list(row))));
      yield* expanded(given(item), context, (row) => unwound(row, itemsOf(list(row))));
    }
  };
}

function itemsOf(value: Value): readonly Value[] {
  return value === null ? [] : isList(value) ? value : [value];
}

/** A path of the nodes and relationships in slots; those with several have a list. */
function pathIn(row: Row, nodes: readonly number[], edges: readonly number[]): PathValue | null {
  const first = row[nodes[0]!];
  if (!(first instanceof NodeValue)) return null;
  const pathNodes = [first];
  const pathEdges: EdgeValue[] = [];
  let at = first.node;
  for (const slot of edges) {
    const value = row[slot] ?? null;
    for (const edge of isList(value) ? value : [value]) {
      if (!(edge instanceof EdgeValue)) return null;
      at = edge.otherEnd(at);
      pathEdges.push(edge);
      pathNodes.push(new NodeValue(at));
    }
  }
  return new PathValue(pathNodes, pathEdges);
}

function prepareJoin({ steps, variables }: Extract<Step, { step: 'join' }>, scope: Scope, context: Context) {
  const { run } = prepare(steps, scope, context);
  const slots = variables.map((name) => scope.slot(name));
  let known: readonly Row[] | undefined;
  return function* (rows: Rows): Rows {
    const others = (known ??= yield* collected(run(given([[]])), context));
    const joined = (row: Row) =>
      others.map((other) => {
        const copy = row.slice();
        for (const slot of slots) copy[slot] = other[slot] ?? null;
        return copy;
      });
    yield* expanded(rows, context, joined);
  };
}

function prepareOptional({ steps, variables }: Extract<Step, { step: 'optional' }>, scope: Scope, context: Context) {
  const mark = scope.with([' row']).slot(' row');
  for (const name of variables) scope.slot(name);
  const { run } = prepare(steps, scope, context);
  return function* (rows: Rows): Rows {
    for (const item of rows) {
      if (isNeeds(item)) {
        yield item;
        continue;
      }
      const matched = new Set<Value>();
      for (const made of run(given(item.map((row, index) => extended(row, mark, BigInt(index)))))) {
        if (!isNeeds(made)) for (const row of made) matched.add(row[mark] ?? null);
        yield made;
      }
      const others = item.filter((_, index) => !matched.has(BigInt(index)));
      if (others.length > 0) yield others.map((row) => row.slice());
    }
  };
}
