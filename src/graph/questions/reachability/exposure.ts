import type { MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';
import { Account, accountMarks } from '../account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import type { AnswerWithNeeds } from '../needs.js';
import { NodeMarks } from '../node-marks.js';
import { type NodeSelection, selectedNodes } from '../node-selection.js';
import { inView, type Without } from '../views/in-view.js';
import { reachedFrom, reachedInView } from './reached-nodes.js';

interface ExposureArguments {
  readonly ends: NodeSelection;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly without?: Without | undefined;
}

/** Accounts of one kind and environment, without the ends. */
interface ExposedGroup {
  readonly kind: number;
  /** Object id of the domain or tenant; null: none. */
  readonly environment: string | null;
  readonly accounts: number;
  /** Those that reach an end, in the view. */
  readonly reaching: number;
  /** Those of them of which it is not known whether they are enabled. */
  readonly unknown: number;
  /** Those that reach an end in the whole graph. */
  readonly before: number;
}

interface Exposure {
  /** The nodes of the environments that the graph has. */
  readonly ids: readonly number[];
  /** Those with the most accounts that reach an end first. */
  readonly groups: readonly ExposedGroup[];
}

const marks = new NodeMarks();

/** Counts the enabled accounts that reach any of the ends. */
export function* exposure(
  graph: MemoryGraph,
  { ends, kinds, without }: ExposureArguments,
  interrupt: Interrupt,
): AnswerWithNeeds<Exposure> {
  const isAccount = accountMarks(graph);
  const targets = selectedNodes(graph, ends);
  for (const target of targets) isAccount[target] = 0;
  const followed = kindSetOf(kinds);
  const groups = new Map<string, { -readonly [Name in keyof ExposedGroup]: ExposedGroup[Name] }>();
  const groupOf = (node: number) => {
    const [kind, environment] = [graph.kindOf(node), graph.environments[graph.environmentOf(node)] ?? null];
    const key = `${kind} ${environment}`;
    const group = groups.get(key) ?? { kind, environment, accounts: 0, reaching: 0, unknown: 0, before: 0 };
    groups.set(key, group);
    return group;
  };
  for (let node = 0; node < graph.size; node++) if (isAccount[node] !== 0) groupOf(node).accounts++;
  const before = reachedFrom(graph, targets, 'in', followed, marks, interrupt);
  for (const node of before) if (isAccount[node] !== 0) groupOf(node).before++;
  const after = without
    ? yield* inView(graph, without, interrupt, (view, affected) =>
        reachedInView(view, targets, { direction: 'in', followed, affected }, marks, interrupt),
      )
    : before;
  for (const node of after) {
    if (isAccount[node] === 0) continue;
    const group = groupOf(node);
    group.reaching++;
    if (isAccount[node] === Account.Unknown) group.unknown++;
  }
  const environments = [...new Set([...groups.values()].flatMap(({ environment }) => environment ?? []))]
    .map((objectid) => placeOfObject(graph, objectid))
    .filter((node) => node >= 0);
  return {
    ids: graph.idsOf(environments),
    groups: [...groups.values()].toSorted((one, other) => other.before - one.before),
  };
}
