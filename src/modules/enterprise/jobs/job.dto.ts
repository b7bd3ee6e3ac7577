import { type JsonOf, shape } from '../../../http/fields/fields.js';
import { memory } from '../../../http/fields/memory.js';
import { IntersectionType } from '@nestjs/swagger';
import type { CamelCased } from '../../../base/values/letter-case.js';
import { CollectionScopeRequest } from '../scope/collection-scope.dto.js';
import { DomainControllerRequest } from '../scope/domain-controller.js';

export const jobLogShape = shape('JobLogDto', {
  log: memory.text({
    description: 'One event a line: the time in UTC, a space, a text.',
    example: '2026-03-01T01:00:00.012Z ready: made by event 3\n2026-03-01T01:00:04.170Z running\n',
  }),
});
export type JobLogDto = JsonOf<typeof jobLogShape.fields>;

export class CreateJobRequest extends IntersectionType(CollectionScopeRequest, DomainControllerRequest) {}

/** The scope of a job on demand. */
export type JobOrder = CamelCased<CollectionScopeRequest & Partial<DomainControllerRequest>>;
