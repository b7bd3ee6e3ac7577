import type { UnifiedGraphDto } from '../../modules/graphs/unified-graph.dto.js';

/** The kind of the nodes that take part in a relay, by the kind of its edge. */
const takingPart: Readonly<Record<string, string>> = {
  CoerceAndRelayNTLMToSMB: 'Computer',
  CoerceAndRelayNTLMToLDAP: 'Computer',
  CoerceAndRelayNTLMToLDAPS: 'Computer',
  CoerceAndRelayNTLMToADCS: 'EnterpriseCA',
};

export const relayKinds = Object.keys(takingPart);

/** @param composition of an edge of this kind to the target, which is an id or an object id */
export function relayTargets({ nodes, truncated }: UnifiedGraphDto, kind: string, target: string): UnifiedGraphDto {
  const found = Object.entries(nodes).filter(
    ([id, node]) => node.kinds.includes(takingPart[kind]!) && id !== target && node.objectId !== target,
  );
  return { nodes: Object.fromEntries(found), edges: [], truncated };
}
