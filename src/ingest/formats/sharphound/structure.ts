import { type GraphPart, link } from '../../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import type { AdObject } from './ad-object.js';
import { Method } from './collection-methods.js';
import { givenList, listEdges } from './given-lists.js';

/**
 * What lies directly below a domain, an organisational unit or a container. An object lies in one place, so each child tells all
 * of its own list, as it does where its record says what contains it: records of parents and of children never contradict.
 */
export function* childEdges({ record, node, methods }: AdObject): Generator<GraphPart> {
  for (const entry of record.list('ChildObjects')) {
    const child = typedPrincipal(entry);
    if (child) {
      yield* link(node, 'Contains', child);
      const owner = { record, node: child, methods };
      const place = givenList(owner, Method.Container, { of: 'incoming', kind: 'Contains' }, false);
      yield* place ? [place] : [];
    }
  }
}

/** The policies that apply to a domain or an organisational unit. */
export function policyLinks(object: AdObject): Generator<GraphPart> {
  return listEdges(object, 'Links', Method.Container, { of: 'incoming', kind: 'GPLink' }, (policy) =>
    link(adNode(policy.id('GUID'), 'GPO'), 'GPLink', object.node, { enforced: policy.flag('IsEnforced') ?? false }),
  );
}
