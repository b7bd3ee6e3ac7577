import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/count.decorator.js';

const countsByKind = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } as const;

export class GraphDeletionDto {
  @ApiProperty({ description: 'Whether it was a preview only.' })
  readonly dry_run!: boolean;

  @Count()
  readonly nodes!: number;

  @Count('With those that began or ended at one of the nodes.')
  readonly edges!: number;

  @ApiProperty({
    ...countsByKind,
    description: 'By the kind that lists show; kinds of which there were none are left out.',
  })
  readonly nodes_by_kind!: Readonly<Record<string, number>>;

  @ApiProperty(countsByKind)
  readonly edges_by_kind!: Readonly<Record<string, number>>;

  @Count()
  readonly version_before!: number;

  @Count('Version of the graph without it; that before where nothing was deleted.')
  readonly version_after!: number;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description:
      'The analysis that was asked for, which brings rights that are derived up to date; null where nothing was deleted.',
  })
  readonly analysis_run_id!: string | null;
}
