/** A tool that is one call of the API. Its input is parameters of the call, as the OpenAPI document describes them. */
export interface CallTool {
  readonly title: string;
  readonly description: string;
  /** `GET /api/v2/search`. Absent from editions that lack the call. */
  readonly operation: string;
  /** Names of the parameters, or of the properties of the body. */
  readonly parameters: readonly string[];
}

const start = ['start_node', 'start_kind', 'start_tag', 'start_where'];
const end = ['end_node', 'end_kind', 'end_tag', 'end_where'];
const page = ['skip', 'limit'];
const exclusions = ['exclude_node', 'exclude_edge', 'exclude_where'];

export const callTools: Readonly<Record<string, CallTool>> = {
  find_objects: {
    title: 'Find objects',
    description: 'Finds users, groups, computers and other objects by a part of their name or by their object id.',
    operation: 'GET /api/v2/search',
    parameters: ['query', 'type', 'environment', 'tier_zero', 'where', 'sort_by', 'props', ...page],
  },
  describe_object: {
    title: 'Describe an object',
    description: 'The kinds and properties of one object. list_related has its memberships, rights and sessions.',
    operation: 'GET /api/v2/base/{object_id}',
    parameters: ['object_id', 'counts'],
  },
  find_paths: {
    title: 'Find attack paths',
    description:
      'The shortest ways by which an object gains control of another, as a graph. For tier zero set end_tag to tier_zero. 404 means that there is no way.',
    operation: 'GET /api/v2/graphs/shortest-path',
    parameters: [...start, ...end, 'relationship_kinds', ...exclusions, 'longer', 'paths'],
  },
  explain_edge: {
    title: 'Explain an edge',
    description: 'Why a derived edge is there: the stored facts that it follows from.',
    operation: 'GET /api/v2/graphs/edge-composition',
    parameters: ['source_node', 'target_node', 'edge_type'],
  },
  exposure: {
    title: 'Measure exposure',
    description: 'How many objects reach an end, and which share of all that is. Without an end: tier zero.',
    operation: 'GET /api/v2/graphs/exposure',
    parameters: [...end, 'start_where', 'relationship_kinds'],
  },
  rank_changes: {
    title: 'Rank objects and edges',
    description:
      'The objects with the largest reach (by=reach), or the edges that most ways to tier zero lead through (by=only_through).',
    operation: 'GET /api/v2/graphs/ranking',
    parameters: ['by', 'kind', 'where', 'direction', ...end, 'edge_kind', 'relationship_kinds', ...page],
  },
  plan: {
    title: 'Plan fixes',
    description: 'The cheapest changes after which no account reaches the end, in stages. Without an end: tier zero.',
    operation: 'GET /api/v2/graphs/plan',
    parameters: [...end, ...start, 'cost', 'keep_node', 'keep_edge', 'keep_where', 'most', 'until'],
  },
  query: {
    title: 'Run a query in Cypher',
    description: 'Runs a read-only query in Cypher. The resource graphward://cypher says what is supported.',
    operation: 'POST /api/v2/graphs/cypher',
    parameters: ['query', 'include_properties'],
  },
  changes: {
    title: 'List changes',
    description: 'What came and went in the graph between two analyses, for example since the last one.',
    operation: 'GET /api/v2/graphs/changes',
    parameters: ['since', 'until', 'node', 'change', 'type', 'kind', 'source_kind', 'target_kind', ...page],
  },
  findings: {
    title: 'List findings',
    description: 'Weaknesses that the analysis has found, with their severity.',
    operation: 'GET /api/v2/attack-paths/findings',
    parameters: [
      'severity',
      'finding',
      'finding_type',
      'environment_name',
      'source_principal_name',
      'target_principal_name',
      'status',
      'sort_by',
      ...page,
    ],
  },
};

/** The parameters of the tool that compares the exposure with and without nodes or edges. */
export const whatIf: CallTool = {
  title: 'Try a change',
  description:
    'The exposure before and after nodes or edges are gone, for example if a membership is removed. Name at least one exclusion.',
  operation: 'GET /api/v2/graphs/exposure',
  parameters: [...end, 'start_where', 'relationship_kinds', ...exclusions],
};
