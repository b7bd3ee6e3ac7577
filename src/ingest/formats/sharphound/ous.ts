import { adConverter } from './ad-object.js';
import { policyChanges } from './local-groups.js';
import { childEdges, policyLinks } from './structure.js';

export const convertOu = adConverter({
  kind: 'OU',
  *edges(unit) {
    yield* childEdges(unit);
    yield* policyLinks(unit);
    yield* policyChanges(unit.record);
  },
});
