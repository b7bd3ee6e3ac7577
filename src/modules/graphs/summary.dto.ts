import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { analysisRunStatuses } from '../../analysis/runs/analysis-run-status.js';
import { domainOfGroup, environmentOfGroup } from './exposure.dto.js';

const counts = {
  nodes: memory.count('All nodes.'),
  accounts: memory.count('Enabled accounts. An account counts as enabled unless it is known to be disabled.'),
  tier_zero: memory.count('Members of the asset group Admin Tier Zero.'),
};

const summaryGroupShape = shape('SummaryGroupDto', {
  ...counts,
  kind: memory.text({ example: 'User', description: 'Primary kind of the nodes.' }),
  domain: domainOfGroup,
  environment_id: environmentOfGroup,
});

const lastAnalysisShape = shape('LastAnalysisDto', {
  id: memory.uuid(),
  status: memory.choice(analysisRunStatuses)(),
  finished_at: memory.time(),
});

export const summaryShape = shape('SummaryDto', {
  ...counts,
  version: memory.count('Version of the graph.'),
  analysis: memory.optionalObject(lastAnalysisShape, 'The last run that ended; null before the first.'),
  edges: memory.count('All edges.'),
  relationship_kinds: memory.counts({
    example: { MemberOf: 4120, HasSession: 310 },
    description: 'Edges by kind, the largest number first.',
  }),
  groups: memory.array(summaryGroupShape, 'Nodes by kind and environment, the largest number first.'),
});
export type SummaryDto = JsonOf<typeof summaryShape.fields>;
