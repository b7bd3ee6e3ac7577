import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { CamelCased } from '../../../base/values/letter-case.js';
import { CollectionScopeRequest } from '../scope/collection-scope.dto.js';
import { DomainControllerRequest } from '../scope/domain-controller.js';

export class JobLogDto {
  @ApiProperty({
    description: 'One event a line: the time in UTC, a space, a text.',
    example: '2026-03-01T01:00:00.012Z ready: made by event 3\n2026-03-01T01:00:04.170Z running\n',
  })
  readonly log!: string;
}

export class CreateJobRequest extends IntersectionType(CollectionScopeRequest, DomainControllerRequest) {}

/** The scope of a job on demand. */
export type JobOrder = CamelCased<CollectionScopeRequest & Partial<DomainControllerRequest>>;
