import { link } from '../../records/graph-parts.js';
import { groupMember } from './ad-node.js';
import { adConverter } from './ad-object.js';
import { Method } from './collection-methods.js';
import { formerIdentities } from './delegation.js';
import { listEdges } from './given-lists.js';

/** Said so that a group that was a principal's primary one, and now merely lists it, has it as any other member. */
const listed = { isprimarygroup: false } as const;

export const convertGroup = adConverter({
  kind: 'Group',
  *edges(group) {
    yield* listEdges(group, 'Members', Method.Group, { of: 'incoming', kind: 'MemberOf' }, (member) =>
      link(groupMember(member), 'MemberOf', group.node, listed),
    );
    yield* formerIdentities(group);
  },
});
