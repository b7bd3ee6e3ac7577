import { ApiProperty } from '@nestjs/swagger';

export class JobLogDto {
  @ApiProperty({
    description: 'What has happened to the job, a line each: the time in UTC, a space, what happened.',
    example: '2026-03-01T01:00:00.012Z ready: made by event 3\n2026-03-01T01:00:04.170Z running\n',
  })
  readonly log!: string;
}
