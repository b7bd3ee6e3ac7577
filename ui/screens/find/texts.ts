import { counted } from '../../base/format.js';

export const texts = {
  title: 'Find',
  results: (query: string) => `Objects called “${query}”`,
  found: (count: number) => counted(count, 'object'),
  none: (query: string) => `No object has “${query}” as its id or in its name. Letters are compared without case.`,
  kind: 'Kind',
  environment: 'Environment',
  tierZero: 'Tier zero',
  any: 'Any',
  yes: 'Only',
  no: 'Without',
  name: 'Name',
  dn: 'Distinguished name',
} as const;
