import type { FindingDto } from '../../api/schema.js';
import { counted, day, number } from '../../base/format.js';

const percent = (share: number) => `${number(Math.round(share * 1000) / 10)} %`;

const endsOf = ({ title, source_principal_name: source, target_principal_name: target }: FindingDto) =>
  `${title}: ${source === '' ? '' : `${source} → `}${target}`;

export const texts = {
  findings: 'Findings',
  summary: (count: number, types: number) =>
    `${counted(count, 'finding')} of ${counted(types, 'type')}, accepted ones included.`,
  noFindings: 'The last analysis found nothing.',
  measuresNote:
    'Exposure: accounts that reach the source, at most. Impact: objects that the target reaches, at most. Changes are those of 30 days.',
  severity: 'Severity',
  severities: { critical: 'Critical', high: 'High', moderate: 'Moderate', low: 'Low' },
  type: 'Type',
  count: 'Findings',
  change: 'New, resolved',
  changeOf: (added: number, resolved: number) => `+${number(added)}, −${number(resolved)}`,
  exposure: 'Exposure',
  accounts: (count: number) => counted(count, 'account'),
  impact: 'Impact',
  objects: (count: number) => counted(count, 'object'),
  allTypes: 'All types of findings',
  meaning: 'Why it is dangerous, and what removes it',
  status: 'Status',
  statuses: { active: 'Active', accepted: 'Accepted', remediated: 'Resolved' },
  noneOf: (status: FindingDto['status']) =>
    ({
      active: 'No active finding of this type passes the filters.',
      accepted: 'No accepted risk of this type.',
      remediated: 'None of this type has been resolved.',
    })[status],
  source: 'From',
  target: 'Object',
  exposureOf: (count: number, share: number) => `${number(count)} (${percent(share)})`,
  impactOf: (count: number, share: number) => `${number(count)} (${percent(share)})`,
  firstSeen: 'First seen',
  next: 'Next',
  paths: 'Paths',
  explain: 'Explain',
  accept: 'Accept',
  acceptNote: 'It is not listed as active until then. Counts of types and the posture contain it.',
  withdraw: 'Withdraw',
  endsOf,
  acceptedUntil: (time: string, reason: string) =>
    `Accepted until ${day(time)}${reason === '' ? '' : `: ${reason}`}. The finding will be active again.`,
  end: 'Until',
  reason: 'Reason',
  posture: 'Posture',
  analysis: 'Analysis',
  analyses: (count: number) => counted(count, 'analysis', 'analyses'),
  noPosture: 'No analysis in this range.',
  counts: 'Counts',
  shares: 'Shares in percent',
  openFindings: 'Findings',
  resolved: 'Resolved',
  typesWithFindings: 'Types with findings',
  tierZeroMembers: 'Members of tier zero',
  exposed: 'Accounts that reach tier zero',
  sessionsKnown: 'Users with known sessions',
  groupsKnown: 'Computers with known local groups',
} as const;
