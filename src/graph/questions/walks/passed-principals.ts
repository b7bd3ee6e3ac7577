import { Kind } from '../../kinds/kind-catalogue.js';
import { lockableKinds } from '../../kinds/kind-definitions.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** Of an answer that counts: ids of service principals on its walk, if it may enter them by edges that a lock may stop. */
export interface WithPassedPrincipals {
  readonly passedPrincipals?: readonly number[];
}

export function passedPrincipals(
  graph: MemoryGraph,
  followed: KindSet,
  walked: readonly number[],
): WithPassedPrincipals {
  const kinds = lockableKinds.filter((kind) => followed === null || followed[kind] === 1);
  const isEntered = (node: number) => kinds.some((kind) => graph.somePeer('in', node, kind, () => true));
  const principals = walked.filter((node) => graph.kindOf(node) === Kind.AZServicePrincipal && isEntered(node));
  return principals.length === 0 ? {} : { passedPrincipals: graph.idsOf(principals) };
}
