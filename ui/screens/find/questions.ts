import { linkTo } from '../../base/address.js';
import type { Environment } from '../../base/environments.js';
import { objectPath } from '../../base/object-link.js';
import { texts } from './texts.js';

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
    { text: texts.ownedToTierZero, link: linkTo('/paths', { start_tag: 'owned', ...end }) },
    { text: texts.usersToTierZero, link: linkTo('/paths', { start_kind: 'User', ...end }) },
    ...(domain ? texts.ofDomain(domain.name).map(questionOf(domain)) : []),
    ...(tenant ? texts.ofTenant(tenant.name).map(questionOf(tenant)) : []),
  ];
}

function questionOf({ id }: Environment) {
  return ([list, text]: readonly [string, string]): Question => ({
    text,
    link: objectPath(id, { list }),
  });
}
