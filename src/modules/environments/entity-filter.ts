import { ApiQuery } from '@nestjs/swagger';
import { parameterText } from '../../http/input/parameter-text.js';
import { readOptionalText } from '../../http/input/query.decorators.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import { optionalFlagSchema, readOptionalFlag } from '../../http/list/parse-list.js';
import { type AskedCondition, describeConditions, readConditions } from './conditions.query.js';
import type { Fault } from '../../base/errors.js';

/** The results of a list or a search that a client wants. */
export interface EntityFilter {
  /** Object id or name of a domain or tenant; absent: any. */
  readonly environment: string | undefined;
  /** Whether results belong to tier zero; absent: either. */
  readonly tierZero: boolean | undefined;
  /** Conditions on properties, all of which results meet. */
  readonly where: readonly AskedCondition[];
}

export const noFilter: EntityFilter = { environment: undefined, tierZero: undefined, where: [] };
export const filterNames = ['environment', 'tier_zero', 'where'];

export function readEntityFilter(query: QueryParameters, faults: Fault[]): EntityFilter {
  const environment = readOptionalText(query, 'environment', faults);
  const tierZero = readOptionalFlag(query, 'tier_zero', faults);
  return { environment, tierZero, where: readConditions(query, faults) };
}

export function describeEntityFilter(): MethodDecorator[] {
  return [
    ApiQuery({
      name: 'environment',
      required: false,
      schema: parameterText.schema,
      description: 'Object id or name of the domain or tenant of the results. Letters are compared without case.',
    }),
    ApiQuery({
      name: 'tier_zero',
      required: false,
      schema: optionalFlagSchema,
      description: '`true` returns results of tier zero only, `false` all others.',
    }),
    describeConditions(),
  ];
}
