import { ApiProperty } from '@nestjs/swagger';
import type { Reachable } from '../../graph/answers/reach-reader.js';
import { Count } from '../../http/openapi/wire.dto.js';

export class ReachableDto {
  @Count('Results, without the nodes at which the walk begins.')
  readonly count!: number;

  @Count('Results that are members of the asset group Admin Tier Zero.')
  readonly tier_zero!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 1 },
    example: { User: 41, Group: 7 },
    description: 'Results by primary kind, the largest number first.',
  })
  readonly kinds!: Readonly<Record<string, number>>;
}

export function toReachableDto({ count, tierZero, byKind }: Reachable): ReachableDto {
  return { count, tier_zero: tierZero, kinds: byKind };
}
