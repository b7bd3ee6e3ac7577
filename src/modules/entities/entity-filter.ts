import { ApiQuery } from '@nestjs/swagger';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { flagSchema, readFlag } from '../../http/list/parse-list.js';
import type { Fault } from '../../base/errors.js';

/** Which results of a list are wanted. */
export interface EntityFilter {
  /** Object id or name of a domain or tenant; absent: any. */
  readonly environment: string | undefined;
  /** Those of tier zero only. */
  readonly tierZero: boolean;
}

export const noFilter: EntityFilter = { environment: undefined, tierZero: false };
export const filterNames = ['environment', 'tier_zero'];

export function FilterQuery(): ParameterDecorator {
  return routeInput({ place: 'query', names: filterNames, read: readEntityFilter }, ...describeEntityFilter());
}

export function readEntityFilter(query: QueryParameters, faults: Fault[]): EntityFilter {
  const environment = readSingle(query, 'environment', faults);
  return { environment, tierZero: readFlag(query, 'tier_zero', false, faults) };
}

export function describeEntityFilter(): MethodDecorator[] {
  return [
    ApiQuery({
      name: 'environment',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 600 },
      description: 'Object id or name of the domain or tenant of the results. Letters are compared without case.',
    }),
    ApiQuery({
      name: 'tier_zero',
      required: false,
      schema: flagSchema(false),
      description: 'Returns results of tier zero only.',
    }),
  ];
}
