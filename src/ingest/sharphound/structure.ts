import { type GraphPart, link } from '../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import type { AdObject } from './ad-object.js';

/** What lies directly below a domain, an organisational unit or a container. */
export function* childEdges({ record, node }: AdObject): Generator<GraphPart> {
  for (const child of record.list('ChildObjects')) {
    yield* link(node, 'Contains', typedPrincipal(child));
  }
}

/** The policies that apply to a domain or an organisational unit. */
export function* policyLinks({ record, node }: AdObject): Generator<GraphPart> {
  for (const policy of record.list('Links')) {
    const enforced = policy.flag('IsEnforced') ?? false;
    yield* link(adNode(policy.id('GUID'), 'GPO'), 'GPLink', node, { enforced });
  }
}
