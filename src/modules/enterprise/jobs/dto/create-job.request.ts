import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CollectionScopeRequest, toCollectionScope } from '../../scope/collection-scope.request.js';
import type { JobOrder } from '../job-run.js';

export class CreateJobRequest extends CollectionScopeRequest {
  @ApiPropertyOptional({
    maxLength: 255,
    default: '',
    example: 'DC01.CORP.EXAMPLE',
    description: 'The domain controller to ask; empty takes that of the client.',
  })
  @Matches(/^[^\p{Cc}]{0,255}$/u, { message: 'takes at most 255 characters without control characters' })
  readonly domain_controller: string = '';
}

export function toJobOrder(body: CreateJobRequest): JobOrder {
  return { ...toCollectionScope(body), domainController: body.domain_controller };
}
