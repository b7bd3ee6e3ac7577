import { counted } from '../base/format.js';

const parameters: Readonly<Record<string, string>> = {
  start_node: 'From',
  start_kind: 'From',
  start_tag: 'From',
  end_node: 'To',
  end_kind: 'To',
  end_tag: 'To',
  relationship_kinds: 'Kinds',
  only_traversable: 'Only edges that give control',
  exclude_node: 'Without',
  exclude_edge: 'Without',
  exclude_where: 'Without',
};

export const texts = {
  parameters,
  asked: 'Asked',
  by: { node: 'Objects', kind: 'All of a kind', tag: 'Members of a group' },
  byOf: (end: string) => `${end}: chosen by`,
  kind: 'Kind',
  add: (end: string) => `${end}: add an object`,
  moreIds: (count: number) => `and ${counted(count, 'further object')}`,
  excluded: 'Excluded',
  exclude: 'Exclude an object',
  withoutDisabled: 'Without disabled accounts',
} as const;
