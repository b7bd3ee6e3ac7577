import { linkTo } from '../../base/address.js';
import type { Environment } from '../../base/environments.js';
import { objectPath } from '../../base/parts.js';

interface Question {
  readonly text: string;
  readonly link: string;
}

/** Questions about the first collected domain, the first tenant, and paths. Each link is a call that the API answers. */
export function questionsOf(environments: readonly Environment[]): readonly Question[] {
  const domain = environments.find((it) => it.type === 'domain' && it.isCollected);
  const tenant = environments.find((it) => it.type === 'tenant');
  const end = { end_tag: 'tier_zero', only_traversable: 'true' };
  return [
    { text: 'How do owned objects reach tier zero?', link: linkTo('/paths', { start_tag: 'owned', ...end }) },
    { text: 'Which users reach tier zero, and how?', link: linkTo('/paths', { start_kind: 'User', ...end }) },
    ...(domain ? about(domain, listsOfDomain) : []),
    ...(tenant ? about(tenant, listsOfTenant) : []),
  ];
}

function about({ id, name }: Environment, lists: readonly (readonly [list: string, text: string])[]) {
  return lists.map(([list, text]) => ({ text: text.replace('{name}', () => name), link: objectPath(id, { list }) }));
}

const listsOfDomain = [
  ['dc-syncers', 'Who can copy all secrets of {name}?'],
  ['controllers', 'Who controls {name}?'],
  ['adcs-escalations', 'Who can take over {name} by its certificates?'],
  ['foreign-admins', 'Who outside of {name} administers its computers?'],
  ['foreign-users', 'Which users of other domains are in groups of {name}?'],
  ['foreign-groups', 'Which groups of other domains are in groups of {name}?'],
  ['linked-gpos', 'Which policies apply to {name}?'],
  ['outbound-trusts', 'Which domains does {name} trust?'],
] as const;

const listsOfTenant = [
  ['inbound-control', 'Who controls the tenant {name}?'],
  ['descendent-service-principals', 'Which service principals are in {name}?'],
] as const;
