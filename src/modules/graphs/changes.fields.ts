import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import { cursorSchema } from '../../http/list/polling.js';
import type { ListRequest } from '../../http/list/list-description.js';

const changeTypes = ['edge', 'node'] as const;
const changes = ['came', 'went', 'changed'] as const;

const environment = {
  domain: field.optionalText('c.domain', {
    example: 'BIRCH.LOCAL',
    description:
      'Name of the domain or tenant of the node, or of the end of the edge; its object id if the graph does not have the name.',
  }),
  environment_id: field.optionalText(
    'c.environment_id',
    { example: 'S-1-5-21-3130019616-2776909439-2417379446', description: 'Object id of this domain or tenant.' },
    'sort',
    'filter',
  ),
};

/** A change `c`. */
export const changeShape = shape('GraphChangeDto', {
  change: field.choice(changes)(
    'c.change',
    'Edges and nodes `came` or `went`. A node `changed` if one of the watched properties has another value.',
    'sort',
    'filter',
  ),
  type: field.choice(changeTypes)('c.type', 'Whether an edge or a described node changed.', 'sort', 'filter'),
  kind: field.text(
    'c.kind',
    { example: 'MemberOf', description: 'Kind of the edge, or primary kind of the node.' },
    'sort',
    'filter',
  ),
  ...environment,
  source: field.text('c.source', 'Object id of the start of the edge, or of the node.', 'sort', 'filter'),
  source_name: field.text('c.source_name', { example: 'ALICE@BIRCH.LOCAL' }, 'sort', 'filter'),
  source_kind: field.text('c.source_kind', { example: 'User', description: 'Its primary kind.' }, 'sort', 'filter'),
  target: field.optionalText('c.target', 'Object id of the end of the edge; null for a node.', 'sort', 'filter'),
  target_name: field.optionalText('c.target_name', { example: 'DOMAIN ADMINS@BIRCH.LOCAL' }, 'sort', 'filter'),
  target_kind: field.optionalText(
    'c.target_kind',
    { example: 'Group', description: 'Its primary kind.' },
    'sort',
    'filter',
  ),
  properties: field.json<Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> | null>({
    type: 'object',
    nullable: true,
    additionalProperties: {
      type: 'object',
      properties: { from: { nullable: true }, to: { nullable: true } },
      required: ['from', 'to'],
    },
    example: { enabled: { from: false, to: true } },
  })(`coalesce(c.properties::text, 'null')`, 'Of a changed node: the values that differ. Null for others.'),
});
export type GraphChangeDto = JsonOf<typeof changeShape.fields>;

export const changeList = listOf(changeShape, {
  defaultSort: ['type'],
  // Names and kinds of nodes may change between two pages, and a page would miss a row that has moved.
  tieBreaker: `CASE WHEN c.type = 'edge' THEN c.kind END, c.change, c.source_id, c.target_id, c.kind`,
});

export type ChangeListRequest = ListRequest<keyof typeof changeList.columns>;

/** The changes of a kind and an environment `c`. */
export const changeGroupShape = shape('GraphChangeGroupDto', {
  type: field.choice(changeTypes)('c.type'),
  kind: field.text('c.kind', { example: 'MemberOf' }),
  ...environment,
  came: field.count('c.came'),
  went: field.count('c.went'),
  changed: field.count('c.changed', 'Nodes alone.'),
});

/** An entry `l` that no source made. */
export const breakShape = shape('GraphBreakDto', {
  at: field.time('l.logged_at'),
  reason: field.choice(['deletion', 'expiry', 'restore', 'rules'])(
    'l.reason',
    '`deletion`: somebody deleted a part of the graph; `expiry`: no collection had stated it for as long as the settings say; `restore`: a backup was restored, and the graphs between it and this time are not known; `rules`: a newer version of the product derived the graph by other rules.',
  ),
});

const pointSchema = {
  type: 'object' as const,
  properties: {
    run_id: { type: 'string' as const, format: 'uuid' },
    finished_at: { type: 'string' as const, format: 'date-time' },
    graph_version: { type: 'integer' as const, minimum: 0 },
  },
  required: ['run_id', 'finished_at', 'graph_version'],
};

/** Members of the envelope of answers about changes. */
export const pointSchemas = {
  since: { ...pointSchema, description: 'The run of the analysis that ended last before the time `since`.' },
  until: { ...pointSchema, description: 'The run of the analysis that ended last before the time `until`.' },
  ...cursorSchema,
};
