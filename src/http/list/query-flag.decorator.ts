import { ApiQuery } from '@nestjs/swagger';
import { routeInput } from '../input/route-inputs.js';
import { flagSchema, readFlag } from './parse-list.js';

/** A boolean; `byDefault` if absent. */
export function QueryFlag(name: string, byDefault: boolean, description: string): ParameterDecorator {
  return routeInput(
    { place: 'query', names: [name], read: (query, faults) => readFlag(query, name, byDefault, faults) },
    ApiQuery({ name, description, required: false, schema: flagSchema(byDefault) }),
  );
}
