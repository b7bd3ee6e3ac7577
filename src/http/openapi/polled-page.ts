import type { Type } from '@nestjs/common';
import { cursorSchema } from '../list/polling.js';
import { type Answer, pageOf, withOthers } from './operation.decorator.js';

/** As {@link pageOf}, for a list that programs poll. */
export function polledPageOf(dto: Type): Answer {
  return withOthers(pageOf(dto), { 'cursor or since': pageOf(dto, cursorSchema) });
}
