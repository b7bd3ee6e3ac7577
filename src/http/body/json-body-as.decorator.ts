import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import { readJsonObject } from './json-object.js';

type Schema = NonNullable<Extract<Parameters<typeof ApiBody>[0], { schema?: unknown }>['schema']>;

/** For bodies that no class can declare, such as maps with free keys: `read` checks the JSON object and makes the parameter of it. */
export function JsonBodyAs(read: (body: object, faults: Fault[]) => unknown, schema: Schema): ParameterDecorator {
  return routeInput(
    {
      place: 'body',
      read: async (request, faults) => {
        const body = await readJsonObject(request, faults);
        return body && read(body, faults);
      },
    },
    ApiBody({ required: true, schema }),
    ApiConsumes('application/json'),
  );
}
