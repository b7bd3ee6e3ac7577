import { applyDecorators, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ApiTag } from './api-tags.js';

/** Where every path of version 2 begins. */
export const apiBase = 'api/v2';

/** A controller of the API: its paths begin with `/api/v2/<path>`; `tag` groups it in the reference page. */
export function ApiController(path: string, tag: ApiTag): ClassDecorator {
  return applyDecorators(Controller(path ? `${apiBase}/${path}` : apiBase), ApiTags(tag));
}
