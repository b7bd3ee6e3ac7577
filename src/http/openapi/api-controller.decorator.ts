import { applyDecorators, Controller } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';

/** Where every path of version 2 begins. */
export const apiBase = 'api/v2';

/** A controller of the API: its paths begin with `/api/v2/<path>`; `tag` groups it in the reference page. */
export function ApiController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path ? `${apiBase}/${path}` : apiBase),
    ApiTags(tag),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description:
        'Seconds that the request may take, `wait=N`; `wait=-1` lifts the limit where the deployment allows it.',
      schema: { type: 'string', pattern: '^wait=(-1|[0-9]+)$', default: 'wait=30' },
    }),
  );
}
