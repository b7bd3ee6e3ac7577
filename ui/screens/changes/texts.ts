import { number } from '../../base/format.js';

export const texts = {
  title: 'Changes',
  since: 'Since',
  firstRun: 'the first known analysis',
  durations: { '-P1D': 'a day ago', '-P7D': '7 days ago', '-P30D': '30 days ago' },
  change: 'Change',
  changes: { came: 'Came', went: 'Went', changed: 'Changed' },
  type: 'Type',
  types: { edge: 'Edge', node: 'Object' },
  kind: 'Kind',
  environment: 'Environment',
  what: 'Edge or object',
  values: 'Values',
  value: (name: string, from: string, to: string) => `${name}: ${from || 'none'} → ${to || 'none'}`,
  none: 'Nothing changed.',
  sums: (came: number, went: number, changed: number) =>
    `${number(came)} came, ${number(went)} went, ${number(changed)} changed.`,
  between: 'Between the analyses of',
  and: 'and',
  breaks: { deletion: 'A part of the graph was deleted:', expiry: 'Data that no collection stated any more expired:' },
  byKind: 'By kind and environment',
} as const;
