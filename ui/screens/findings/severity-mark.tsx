import type { FindingDto } from '../../api/schema.js';
import { texts } from './texts.js';

export function SeverityMark({ severity }: Pick<FindingDto, 'severity'>) {
  return <span class={`mark ${severity}`}>{texts.severities[severity]}</span>;
}
