import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../http/openapi/wire.dto.js';
import { type FileStatus, fileStatuses } from '../../ingest/ingest-report.js';
import { type FormatName, formatNames } from '../../ingest/payload-format.js';

const counts = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } } as const;

class TaskFaultDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The list of records: `data`, `graph.nodes` or `graph.edges`; null for a fault of the whole file.',
  })
  readonly list!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, description: 'Index of the record in its list.' })
  readonly record!: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'A path such as `Members[3].ObjectIdentifier`; null for a fault of the whole record.',
  })
  readonly field!: string | null;

  @ApiProperty()
  readonly reason!: string;
}

class TaskChangesDto {
  @Count()
  readonly nodes_created!: number;

  @Count()
  readonly nodes_changed!: number;

  @Count()
  readonly edges_created!: number;

  @Count()
  readonly edges_changed!: number;

  @Count('Edges of earlier files that are missing from a complete list in this file.')
  readonly edges_removed!: number;
}

export class CompletedTaskDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Id of the uploaded file.' })
  readonly file_id!: number;

  @ApiProperty()
  readonly file_name!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Path in the ZIP; null for the file itself.' })
  readonly path!: string | null;

  @ApiProperty({
    enum: fileStatuses,
    description:
      '`complete`: read to its end, though records with faults may be left out; `incomplete`: reading stopped at a fault, and the records before it are in the graph; `failed`: not in the graph, except perhaps for parts if its process died repeatedly.',
  })
  readonly status!: FileStatus;

  @ApiProperty({ type: 'string', enum: [...formatNames, null], nullable: true })
  readonly format!: FormatName | null;

  @ApiProperty({ type: 'string', nullable: true, description: '`users`, `azure` …; `graph` for OpenGraph.' })
  readonly type!: string | null;

  @Count('Number of records, including records with faults.')
  readonly records!: number;

  @ApiProperty({ ...counts, description: 'Number of nodes described by its records, by kind.' })
  readonly nodes!: Record<string, number>;

  @ApiProperty({ ...counts, description: 'Number of edges stated by its records, by kind.' })
  readonly edges!: Record<string, number>;

  @ApiProperty({ ...counts, description: 'Number of records of unsupported kinds, by kind.' })
  readonly ignored!: Record<string, number>;

  @ApiProperty({
    type: TaskChangesDto,
    nullable: true,
    description: 'Changes of the graph; null if nothing was written.',
  })
  readonly changes!: TaskChangesDto | null;

  @Count()
  readonly fault_count!: number;

  @ApiProperty({
    type: [TaskFaultDto],
    description: 'The first faults: 10,000 divided by `limit`, at most 1,000.',
  })
  readonly faults!: TaskFaultDto[];

  @ApiProperty({ format: 'date-time', description: 'Time when the file was read.' })
  readonly finish_time!: string;
}
