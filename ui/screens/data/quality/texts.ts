import { counted, number } from '../../../base/format.js';

export const texts = {
  title: 'Data quality',
  of: (name: string) => `Data quality of ${name}`,
  choose: 'Each analysis counts the objects of each domain and tenant, and how complete the collection is.',
  unknown: 'There is no such domain or tenant',
  none: 'No domain or tenant has been collected yet.',
  notCollected: 'only mentioned, so nothing is counted',
  environment: 'Environment',
  measures: 'Shown',
  noRows: 'No analysis has counted it in this range.',
  runs: (count: number) => counted(count, 'analysis', 'analyses'),
  newest: (shown: number, count: number) => `The newest ${number(shown)} of ${number(count)} analyses.`,
  analysis: 'Analysis',
  counts: 'Counts',
  completeness: 'Completeness in percent',
  /** Nothing for no difference, so that differences stand out. */
  delta: (delta: number | null) =>
    delta === null || delta === 0 ? '' : `${delta > 0 ? '+' : '−'}${number(Math.abs(delta))}`,
  deltaNote: 'Small figures are differences to the former run; those of shares are percentage points.',
} as const;
