import { memory } from '../../http/fields/memory.js';
import { analysisStages } from '../../analysis/derivation/analysis-stage.js';
import { analysisRunStatuses } from '../../analysis/runs/analysis-run-status.js';
import { optionalToken } from '../../database/sql/json-token.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';

const derivedKind = shape('DerivedKindDto', {
  kind: memory.text({ example: 'AdminTo' }),
  created: memory.count('New edges.'),
  removed: memory.count('Removed edges.'),
});

const skippedObjects = shape('SkippedObjectsDto', {
  kind: memory.text({
    description: 'Kind of the edges that the rule derives.',
    example: 'CoerceAndRelayNTLMToSMB',
  }),
  property: memory.text({
    description: 'Property that the objects lack; `limit` if there are too many edges of the kind.',
    example: 'smbsigning',
  }),
  objects: memory.count('Objects that the rule skipped.'),
});

const failedSelector = shape('FailedSelectorDto', {
  id: memory.int32(),
  name: memory.text(),
  tag: memory.text('Name of its tag.'),
  reason: memory.text('Why its query failed, with the place in its text.'),
});

const dataQualityRows = shape('DataQualityRowsDto', {
  tenants: memory.count('Rows of cloud tenants.'),
  domains: memory.count('Rows of domains.'),
});

const summary = shape('AnalysisSummaryDto', {
  graph_version: field.count(`r.summary ->> 'version'`, 'Version of the graph after the run.'),
  unchanged: field.json<boolean>({ type: 'boolean' })(
    `r.summary ->> 'unchanged'`,
    'True if the graph had not changed since the previous run, so that nothing had to be derived.',
  ),
  edges: field.json<readonly JsonOf<typeof derivedKind.fields>[]>({ type: [derivedKind.dto] })(
    `r.summary ->> 'edges'`,
    'Changes of derived edges by kind. Kinds without a change are omitted.',
  ),
  skipped: field.json<readonly JsonOf<typeof skippedObjects.fields>[]>({ type: [skippedObjects.dto] })(
    `r.summary ->> 'skipped'`,
    'Objects that rules skipped because collectors did not state a property, and kinds whose rule ended at its limit of edges. Paths over them may be absent.',
  ),
  tier_zero: field.count(`r.summary ->> 'tierZero'`, 'Members of tier zero.'),
  failed_selectors: field.json<readonly JsonOf<typeof failedSelector.fields>[]>({ type: [failedSelector.dto] })(
    `coalesce(r.summary ->> 'failedSelectors', '[]')`,
    'Selectors with a query in Cypher that failed. They keep the nodes that their queries found last.',
  ),
  notes: field.json<readonly string[]>({ type: [String] })(
    `coalesce(r.summary ->> 'notes', '[]')`,
    'What readers of the run must know, such as roles that are limited to units whose members are not known.',
  ),
  data_quality: field.json<JsonOf<typeof dataQualityRows.fields>>({ type: dataQualityRows.dto })(
    `r.summary ->> 'dataQuality'`,
    'Data quality rows that the run wrote.',
  ),
});

const stageName = `(ARRAY[${analysisStages.map((name) => `'${name}'`).join(', ')}])[r.stage + 1]`;

const progress = shape('AnalysisProgressDto', {
  done: field.count('r.stage', 'Number of completed stages.'),
  of: field.integer(String(analysisStages.length), { minimum: 1, description: 'Total number of stages.' }),
  stage: field.optionalText(stageName, { enum: [...analysisStages], description: 'Current stage.' }),
});

/** The run `r`. */
export const analysisRunShape = shape('AnalysisRunDto', {
  id: field.uuid('r.id', 'Id of the run, and `run_id` of its data quality rows.'),
  status: field.choice(analysisRunStatuses)('r.status', {}, 'sort', 'filter'),
  requested_at: field.time('r.requested_at', 'Time of the first request.', 'sort', 'filter'),
  requested_by: field.text('r.requested_by', 'Name of the first requester.', 'sort', 'filter'),
  started_at: field.optionalTime('r.started_at', 'Null while the run waits.', 'sort', 'filter'),
  finished_at: field.optionalTime('r.finished_at', 'Null until the run ends.', 'sort', 'filter'),
  duration: field.json<number | null>({ type: 'number', minimum: 0, nullable: true })(
    optionalToken('extract(epoch FROM r.finished_at - r.started_at)::numeric(12, 3)::text'),
    'Seconds from start to end; null until the run ends.',
  ),
  progress: field.objectIf(`r.status = 'running'`, progress, 'Null unless the run is running.'),
  summary: field.objectIf('r.summary IS NOT NULL', summary, 'Result of the run; null unless it is complete.'),
  reason: field.optionalText('r.reason', 'Reason of the last failed attempt.'),
});
export type AnalysisRunDto = JsonOf<typeof analysisRunShape.fields>;

export const analysisRunList = listOf(analysisRunShape, { defaultSort: ['-requested_at'], tieBreaker: 'r.id' });

export type AnalysisRunListRequest = ListRequest<keyof typeof analysisRunList.columns>;

/** The current, the waiting and the last run, and the version of the graph in memory, as columns of JSON of `s`. */
export const analysisStatusShape = shape('AnalysisStatusDto', {
  status: field.choice(['idle', 'waiting', 'running'])(
    `CASE WHEN s.current <> 'null' THEN 'running' WHEN s.waiting <> 'null' THEN 'waiting' ELSE 'idle' END`,
  ),
  current: runIn('s.current', 'The running run.'),
  waiting: runIn('s.waiting', 'The next run.'),
  last: runIn('s.last', 'The last run that ended.'),
  graph_version: field.json<number | null>({ type: 'integer', minimum: 0, nullable: true })(
    's.graph_version',
    'Version of the graph that answers are from; null before the first is read. The summary of `last` has a newer one while it is read.',
  ),
});

function runIn(sql: string, description: string) {
  return field.json<AnalysisRunDto | null>({ type: analysisRunShape.dto, nullable: true })(sql, description);
}
