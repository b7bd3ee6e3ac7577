import { counted } from '../base/format.js';

export const texts = {
  by: { node: 'Objects', kind: 'All of a kind', tag: 'Members of a group' },
  byOf: (end: string) => `${end}: chosen by`,
  kind: 'Kind',
  add: (end: string) => `${end}: add an object`,
  moreIds: (count: number) => `and ${counted(count, 'further object')}`,
  excluded: 'Excluded',
  exclude: 'Exclude an object',
  withoutDisabled: 'Without disabled accounts',
} as const;
