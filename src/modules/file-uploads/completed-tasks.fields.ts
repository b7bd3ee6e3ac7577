import { memory } from '../../http/fields/memory.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { fileStatuses } from '../../ingest/ingest-report.js';
import { formatNames } from '../../ingest/payloads/payload-format.js';

const counts = field.json<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
});

/** As stored in `upload_payload.faults`. */
const faultShape = shape('TaskFaultDto', {
  list: memory.any<string | null>({
    type: 'string',
    nullable: true,
    description: 'The list of records: `data`, `graph.nodes` or `graph.edges`; null for a fault of the whole file.',
  }),
  record: memory.any<number | null>({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Index of the record in its list.',
  }),
  field: memory.any<string | null>({
    type: 'string',
    nullable: true,
    description: 'A path such as `Members[3].ObjectIdentifier`; null for a fault of the whole record.',
  }),
  reason: memory.text(),
});

const changesShape = shape('TaskChangesDto', {
  nodes_created: field.count(`payload.changes->>'nodesCreated'`),
  nodes_changed: field.count(`payload.changes->>'nodesChanged'`),
  edges_created: field.count(`payload.changes->>'edgesCreated'`),
  edges_changed: field.count(`payload.changes->>'edgesChanged'`),
  edges_removed: field.count(
    `payload.changes->>'edgesRemoved'`,
    'Edges of earlier files that are missing from a complete list in this file.',
  ),
});

/** A row of `upload_payload payload JOIN upload_file file`. */
export const completedTaskShape = shape('CompletedTaskDto', {
  id: field.integer('payload.id', { minimum: 1 }, 'sort', 'filter'),
  file_id: field.integer('payload.file_id', { minimum: 1, description: 'Id of the uploaded file.' }, 'sort', 'filter'),
  file_name: field.text('file.name', {}, 'sort', 'filter'),
  path: field.optionalText('payload.path', 'Path in the ZIP; null for the file itself.', 'sort', 'filter'),
  status: field.choice(fileStatuses)(
    'payload.status',
    '`complete`: read to its end, though records with faults may be left out; `incomplete`: reading stopped at a fault, and the records before it are in the graph; `failed`: not in the graph, except perhaps for parts if its process died repeatedly.',
    'sort',
    'filter',
  ),
  format: field.optionalChoice(formatNames)('payload.format', {}, 'filter'),
  type: field.optionalText('payload.type', '`users`, `azure` …; `graph` for OpenGraph.', 'sort', 'filter'),
  records: field.count('payload.records', 'Number of records, including records with faults.', 'sort', 'filter'),
  nodes: counts('payload.nodes::text', 'Number of nodes described by its records, by kind.'),
  edges: counts('payload.edges::text', 'Number of edges stated by its records, by kind.'),
  ignored: counts('payload.ignored::text', 'Number of records of unsupported kinds, by kind.'),
  changes: field.objectIf(
    'payload.changes IS NOT NULL',
    changesShape,
    'Changes of the graph; null if nothing was written.',
  ),
  fault_count: field.count('payload.fault_count', {}, 'sort', 'filter'),
  faults: field.json<readonly JsonOf<typeof faultShape.fields>[]>({ type: [faultShape.dto] })(
    ({ lastFault }: { /** Index of the last fault that is shown. */ readonly lastFault: string }) =>
      `jsonb_path_query_array(payload.faults, '$[0 to $last]', jsonb_build_object('last', ${lastFault}))::text`,
    'The first faults: 10,000 divided by `limit`, at most 1,000.',
  ),
  finish_time: field.time('file.finished_at', 'Time when the file was read.', 'sort', 'filter'),
});
export type CompletedTaskDto = JsonOf<typeof completedTaskShape.fields>;

export const completedTaskList = listOf(completedTaskShape, {
  defaultSort: ['file_id', 'id'],
  tieBreaker: 'payload.id',
});

export type CompletedTaskListRequest = ListRequest<keyof typeof completedTaskList.columns>;
