import { link } from '../records/graph-parts.js';
import { groupMember } from './ad-node.js';
import { adConverter } from './ad-object.js';
import { formerIdentities } from './delegation.js';

export const convertGroup = adConverter({
  kind: 'Group',
  *edges(group) {
    for (const member of group.record.list('Members')) {
      yield* link(groupMember(member), 'MemberOf', group.node);
    }
    yield* formerIdentities(group);
  },
});
