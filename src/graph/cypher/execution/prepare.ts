import type { Step } from '../plan/steps.js';
import { collected, eachBatch, expanded, extended, given, settled, settledRows } from './batches.js';
import { compile, compileTest } from './compile.js';
import { type Context, isNeeds, type Row, type Run, type Stage } from './context.js';
import { prepareExpand } from './expand.js';
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
    const next: Stage =
      step.step === 'project'
        ? prepareProject(step, before, context)
        : { scope: before, run: Reflect.apply(preparers[step.step], undefined, [step, before, context]) };
    stage = { scope: next.scope, run: (rows) => next.run(run(rows)) };
  }
  return stage;
}

type StepOf<Name extends Step['step']> = Extract<Step, { step: Name }>;
type Preparer<Name extends Step['step']> = (step: StepOf<Name>, scope: Scope, context: Context) => Run;

/** The steps that add variables to rows, or drop rows. */
const preparers: { readonly [Name in Exclude<Step['step'], 'project'>]: Preparer<Name> } = {
  scan: prepareScan,
  expand: prepareExpand,
  shortest: (step, scope, context) => prepareShortest(step, scope, context, prepare),
  join: prepareJoin,
  optional: prepareOptional,
  unwind: prepareUnwind,
  path: preparePath,
  filter: prepareFilter,
};

function prepareFilter({ where }: StepOf<'filter'>, scope: Scope, context: Context): Run {
  const holds = compileTest(where, scope, context);
  return (rows) => settledRows(rows, context, (some) => some.filter(holds));
}

function preparePath({ path, nodes, edges }: StepOf<'path'>, scope: Scope, context: Context): Run {
  const first = scope.slot(nodes[0]!);
  const slots = edges.map((name) => scope.slot(name));
  const slot = scope.slot(path);
  const bind = (row: Row) => extended(row, slot, pathIn(row, first, slots));
  return (rows) => settledRows(rows, context, (some) => some.map(bind));
}

/** A path from the node in a slot over the relationships in others; those with several have a list. */
function pathIn(row: Row, first: number, edges: readonly number[]): PathValue | null {
  let at = row[first];
  if (!(at instanceof NodeValue)) return null;
  const path: { readonly nodes: NodeValue[]; readonly edges: EdgeValue[] } = { nodes: [at], edges: [] };
  for (const slot of edges) {
    const value = row[slot] ?? null;
    for (const edge of isList(value) ? value : [value]) {
      if (!(edge instanceof EdgeValue)) return null;
      path.edges.push(edge);
      path.nodes.push((at = new NodeValue(edge.otherEnd(at.node))));
    }
  }
  return new PathValue(path.nodes, path.edges);
}

function prepareUnwind({ list, variable }: StepOf<'unwind'>, scope: Scope, context: Context): Run {
  const evaluate = compile(list, scope, context);
  const slot = scope.slot(variable);
  const bind = (row: Row, item: Value) => extended(row, slot, item);
  return (rows) =>
    eachBatch(rows, function* (batch) {
      // Lists of many rows are not kept: they may be long.
      yield* settled(context, () => batch.forEach((row) => context.budget.within(() => evaluate(row))));
      yield* expanded(given(batch), context, (row) => itemsOf(evaluate(row)), bind);
    });
}

function itemsOf(value: Value): readonly Value[] {
  if (value === null) return [];
  return isList(value) ? value : [value];
}

function prepareJoin({ steps, variables }: StepOf<'join'>, scope: Scope, context: Context): Run {
  const { run } = prepare(steps, scope, context);
  const slots = variables.map((name) => scope.slot(name));
  const bind = (row: Row, other: Row) => {
    const copy = row.slice();
    for (const slot of slots) copy[slot] = other[slot] ?? null;
    return copy;
  };
  let known: readonly Row[] | undefined;
  return function* (rows) {
    const others = (known ??= yield* collected(run(given([[]])), context));
    yield* expanded(rows, context, () => others, bind);
  };
}

function prepareOptional({ steps, variables }: StepOf<'optional'>, scope: Scope, context: Context): Run {
  const mark = scope.with([' row']).slot(' row');
  for (const name of variables) scope.slot(name);
  const { run } = prepare(steps, scope, context);
  return (rows) =>
    eachBatch(rows, function* (batch) {
      const matched = new Set<Value>();
      for (const made of run(given(batch.map((row, index) => extended(row, mark, BigInt(index)))))) {
        if (!isNeeds(made)) for (const row of made) matched.add(row[mark] ?? null);
        yield made;
      }
      const others = batch.filter((_, index) => !matched.has(BigInt(index)));
      if (others.length > 0) yield others.map((row) => row.slice());
    });
}
