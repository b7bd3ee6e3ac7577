import { Kind } from '../../kinds/kind-catalogue.js';
import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import { NodeFlag } from '../../memory/graph-data.js';
import type { HiddenParts } from '../../memory/hidden-parts.js';
import { containersAbove, isContainerKind, State } from '../../reach/container-states.js';
import type { HeldGraph } from '../../reach/held-graph.js';
import { type Alternatives, sureReason } from './alternatives.js';
import type { FixTable } from './fix-table.js';

/** Flags that fixes give to a node, by which containers above it lead on to less. */
export const flagsOfSorts: { readonly [Sort in FixSort]?: number } = {
  inheritance: NodeFlag.Protected,
  block: NodeFlag.BlocksInheritance,
};

/** Applies a fix to what containers lead on to. */
export function changeReach(hidden: HiddenParts, sort: FixSort, node: number): void {
  const flag = flagsOfSorts[sort];
  if (flag !== undefined) hidden.addFlag(node, flag);
}

/** What cuts a step out of a container: how the container is held decides it. */
export function containerFixes(
  walked: HeldGraph,
  table: FixTable,
  [place, kind, target]: readonly [place: number, kind: number, target: number],
): Alternatives {
  const { graph } = walked;
  const state = walked.stateOf(place);
  const targetKind = graph.kindOf(target);
  if (state === State.Policy) {
    const blocking = kind === Kind.ServerIs ? containersAbove(graph, target) : [target];
    return [blocking.flatMap((node) => (mayBlock(graph.kindOf(node)) ? table.of('block', node) : []))];
  }
  const isByEntries = state === State.Entries || (state === State.Rights && !takesPolicies(targetKind));
  return kind === Kind.Contains && isByEntries && !isContainerKind(targetKind)
    ? [table.of('inheritance', target)]
    : sureReason;
}

function mayBlock(kind: number): boolean {
  return kind === Kind.OU || kind === Kind.Domain;
}

function takesPolicies(kind: number): boolean {
  return kind === Kind.User || kind === Kind.Computer;
}
