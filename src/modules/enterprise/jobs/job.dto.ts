import { ApiProperty } from '@nestjs/swagger';
import { ShortText } from '../../../http/input/rules.js';
import { CollectionScopeRequest } from '../scope/collection-scope.dto.js';

export class JobLogDto {
  @ApiProperty({
    description: 'One event a line: the time in UTC, a space, a text.',
    example: '2026-03-01T01:00:00.012Z ready: made by event 3\n2026-03-01T01:00:04.170Z running\n',
  })
  readonly log!: string;
}

export class CreateJobRequest extends CollectionScopeRequest {
  @ShortText({
    example: 'DC01.CORP.EXAMPLE',
    description: 'The domain controller to query. Default: that of the client.',
  })
  readonly domain_controller: string = '';
}
