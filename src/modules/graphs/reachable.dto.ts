import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { Reachable } from '../../graph/answers/reach-reader.js';

export const reachableShape = shape('ReachableDto', {
  count: memory.count('Results, without the nodes at which the walk begins.'),
  tier_zero: memory.count('Results that are members of the asset group Admin Tier Zero.'),
  kinds: memory.counts({
    example: { User: 41, Group: 7 },
    description: 'Results by primary kind, the largest number first.',
  }),
});
export type ReachableDto = JsonOf<typeof reachableShape.fields>;

export function toReachableDto({ count, tierZero, byKind }: Reachable): ReachableDto {
  return { count, tier_zero: tierZero, kinds: byKind };
}
