import { linkTo } from '../../base/address.js';
import type { Environment } from '../../base/environments.js';
import { objectPath } from '../../base/links.js';

export interface Question {
  readonly text: string;
  readonly link: string;
}

/** Questions about the first collected domain, the first tenant, and paths. Each link is a call that the API answers. */
export function questionsOf(environments: readonly Environment[]): readonly Question[] {
  const domain = environments.find((it) => !it.isCloud && it.isCollected);
  const tenant = environments.find((it) => it.isCloud);
  const end = { end_tag: 'tier_zero', only_traversable: 'true' };
  return [
    { text: 'How do owned objects reach tier zero?', link: linkTo('/paths', { start_tag: 'owned', ...end }) },
    { text: 'Which users reach tier zero, and how?', link: linkTo('/paths', { start_kind: 'User', ...end }) },
    ...(domain ? ofDomain(domain.name).map(questionOf(domain)) : []),
    ...(tenant ? ofTenant(tenant.name).map(questionOf(tenant)) : []),
  ];
}

function questionOf({ id }: Environment) {
  return ([list, text]: readonly [string, string]): Question => ({ text, link: objectPath(id, { list }) });
}

type Lists = readonly (readonly [list: string, question: string])[];

const ofDomain = (name: string): Lists => [
  ['dc-syncers', `Who can copy all secrets of ${name}?`],
  ['controllers', `Who controls ${name}?`],
  ['adcs-escalations', `Who can take over ${name} by its certificates?`],
  ['foreign-admins', `Who outside of ${name} administers its computers?`],
  ['foreign-users', `Which users of other domains are in groups of ${name}?`],
  ['foreign-groups', `Which groups of other domains are in groups of ${name}?`],
  ['linked-gpos', `Which policies apply to ${name}?`],
  ['outbound-trusts', `Which domains does ${name} trust?`],
];

const ofTenant = (name: string): Lists => [
  ['inbound-control', `Who controls the tenant ${name}?`],
  ['descendent-service-principals', `Which service principals are in ${name}?`],
];
