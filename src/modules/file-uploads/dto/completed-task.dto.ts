import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/wire.dto.js';
import { type FileStatus, fileStatuses } from '../../../ingest/ingest-report.js';
import { type FormatName, formatNames } from '../../../ingest/payload-format.js';

const counts = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } } as const;

export class TaskFaultDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The list of records: `data`, `graph.nodes` or `graph.edges`; null where it is the file as a whole.',
  })
  readonly list!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, description: 'Index of the record in its list.' })
  readonly record!: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Such as `Members[3].ObjectIdentifier`; null where it is the record as a whole.',
  })
  readonly field!: string | null;

  @ApiProperty()
  readonly reason!: string;
}

export class TaskChangesDto {
  @Count()
  readonly nodes_created!: number;

  @Count()
  readonly nodes_changed!: number;

  @Count()
  readonly edges_created!: number;

  @Count()
  readonly edges_changed!: number;

  @Count('Stated before, and no longer in a list that the file gives whole.')
  readonly edges_removed!: number;
}

export class CompletedTaskDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The file that was sent.' })
  readonly file_id!: number;

  @ApiProperty()
  readonly file_name!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Inside the ZIP; null where it is the file itself.' })
  readonly path!: string | null;

  @ApiProperty({
    enum: fileStatuses,
    description:
      '`complete`: read to its end, whatever single records were left out; `incomplete`: it broke off or turned out to be no such file, and what was written before is in the graph; `failed`: nothing of it is, unless whoever read it ended again and again.',
  })
  readonly status!: FileStatus;

  @ApiProperty({ type: 'string', enum: [...formatNames, null], nullable: true })
  readonly format!: FormatName | null;

  @ApiProperty({ type: 'string', nullable: true, description: '`users`, `azure` …; `graph` of OpenGraph.' })
  readonly type!: string | null;

  @Count('Records read, whether or not something came of them.')
  readonly records!: number;

  @ApiProperty({ ...counts, description: 'Nodes that its records describe, by kind.' })
  readonly nodes!: Record<string, number>;

  @ApiProperty({ ...counts, description: 'Edges that its records state, by kind.' })
  readonly edges!: Record<string, number>;

  @ApiProperty({ ...counts, description: 'Records in which there is nothing to read, by kind.' })
  readonly ignored!: Record<string, number>;

  @ApiProperty({
    type: TaskChangesDto,
    nullable: true,
    description: 'What the graph did not hold before; null where nothing was written.',
  })
  readonly changes!: TaskChangesDto | null;

  @Count()
  readonly fault_count!: number;

  @ApiProperty({
    type: [TaskFaultDto],
    description: 'The first faults: 10,000 divided by `limit`, and never more than 1,000.',
  })
  readonly faults!: TaskFaultDto[];

  @ApiProperty({ format: 'date-time', description: 'When its file was read.' })
  readonly finish_time!: string;
}
