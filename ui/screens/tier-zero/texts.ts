import { counted } from '../../base/format.js';

const sources: Readonly<Record<number, string>> = {
  1: 'A selector names it',
  2: 'Below a selected object',
  3: 'Above a selected object',
};

export const texts = {
  unknown: 'There is no such group',
  members: 'Members',
  membersOf: (count: number) => counted(count, 'member'),
  noMembers: 'No member of this kind.',
  search: 'Search them by their properties',
  all: 'All kinds',
  name: 'Name',
  kind: 'Kind',
  why: 'Why',
  source: (source: number) => sources[source] ?? '',
  whyOf: (name: string) => `Why ${name} is a member`,
  noSelector: 'No selector names it. It follows from a member above or below it.',
  selectors: 'Selectors',
  selectorsNote:
    'A rule of the service finds objects; other selectors name them. What a change adds is as of the next analysis.',
  adds: (count: number) => `selects ${counted(count, 'object')}`,
  wouldAdd: (count: number) => `would select ${counted(count, 'object')}`,
  isOn: 'On',
  isOff: 'Off',
  switchOn: (name: string) => `Switch on ${name}`,
  switchOff: (name: string) => `Switch off ${name}`,
  always: 'Always on',
  remove: (name: string) => `Remove ${name}`,
  removeShort: 'Remove',
  add: 'Add an object to the group',
  added: (name: string) => `Added ${name}.`,
  byService: 'Rules of the service',
  byPeople: 'Added by people',
} as const;
