import { type JsonOf, shape } from '../../../http/fields/fields.js';
import { memory } from '../../../http/fields/memory.js';
import { severities } from '../../../analysis/findings/severity.js';

const findingTrendShape = shape('FindingTrendDto', {
  environment_ids: memory.texts(),
  finding: memory.text(),
  display_title: memory.text(),
  display_type: memory.text({ example: 'relationship' }),
  composite_risk: memory.number({ minimum: 0, maximum: 100, description: 'The largest risk at the end.' }),
  severity: memory.choice(severities)('Of `composite_risk`.'),
  finding_count_start: memory.count('At the last analysis before the start; 0 if there was none.'),
  finding_count_end: memory.count('At the last analysis before the end.'),
  finding_count_increase: memory.count('Findings that analyses of the range found and the ones before them had not.'),
  finding_count_decrease: memory.count('Findings that analyses of the range resolved.'),
  impact_count: memory.count('The largest at the end.'),
  exposure_count: memory.count('The largest at the end.'),
  archived_count: memory.count('As `finding_count_decrease`.'),
});
export type FindingTrendDto = JsonOf<typeof findingTrendShape.fields>;

const trendsShape = shape('TrendsDto', {
  findings: memory.array(findingTrendShape),
  total_finding_count_start: memory.count(),
  total_finding_count_end: memory.count(),
});

const history = {
  start: memory.time(),
  end: memory.time(),
  environments: memory.texts('Object ids as they were asked for; empty: all.'),
};

export const findingTrendsShape = shape('FindingTrendsDto', {
  ...history,
  data: memory.object(trendsShape),
});
export type FindingTrendsDto = JsonOf<typeof findingTrendsShape.fields>;

export const postureHistories = [
  'findings',
  'exposure',
  'assets',
  'session-completeness',
  'group-completeness',
  'attack-paths',
  'archived-findings',
] as const;

export type PostureHistory = (typeof postureHistories)[number];

const postureValueShape = shape('PostureValueDto', {
  date: memory.time('Time of an analysis.'),
  value: memory.number(),
});

export const postureHistoryShape = shape('PostureHistoryDto', {
  ...history,
  data_type: memory.choice(postureHistories)(),
  data: memory.array(postureValueShape),
});
export type PostureHistoryDto = JsonOf<typeof postureHistoryShape.fields>;
