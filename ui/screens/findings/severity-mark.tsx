import type { FindingDto } from '../../api/schema.js';

const severities = { critical: 'Critical', high: 'High', moderate: 'Moderate', low: 'Low' } as const;

export function SeverityMark({ severity }: Pick<FindingDto, 'severity'>) {
  return <span class={`mark ${severity}`}>{severities[severity]}</span>;
}
