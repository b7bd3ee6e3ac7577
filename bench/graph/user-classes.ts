import type { Estate } from '../../demo/generator/estate.js';
import { IT } from '../../demo/generator/directory/places.js';
import { Random } from '../../demo/generator/random.js';
import type { EntityReader } from '../../src/graph/answers/entity-reader.js';
import { adminRightsOf } from './admin-rights-query.js';

/** Persons among whom heavy users are sought. */
const sampled = 2000;

/** Users with a similar number of results. */
export interface UserClass {
  readonly title: string;
  readonly users: readonly { readonly objectid: string; readonly count: number }[];
  /** How often each list is read. */
  readonly times: number;
}

/**
 * Typical users are any persons; heavy users are the hundredth of them with the most results; all-powerful users administer
 * every computer. The computer department is left out: its helpdesk administers every workstation through a few groups.
 */
export async function userClasses(reader: EntityReader, { plan, directory }: Estate): Promise<UserClass[]> {
  const { accounts } = directory;
  const random = new Random('users', plan.sizes.users);
  const typical: UserClass['users'][number][] = [];
  while (typical.length < sampled) {
    const { department, sid } = accounts.get(random.below(accounts.persons));
    if (department !== IT) typical.push(await counted(reader, sid));
  }
  const heavy = typical.toSorted((a, b) => b.count - a.count).slice(0, sampled / 100);
  const powerful: UserClass['users'][number][] = [];
  for (let ordinal = 0; ordinal < accounts.domainAdmins; ordinal++)
    powerful.push(await counted(reader, accounts.sid('domain-admin', ordinal)));
  return [
    { title: 'typical', users: typical, times: 400 },
    { title: 'heavy', users: heavy, times: 200 },
    { title: 'all-powerful', users: powerful, times: 40 },
  ];
}

async function counted(reader: EntityReader, objectid: string): Promise<UserClass['users'][number]> {
  const page = await reader.page(adminRightsOf(objectid), { skip: 0, limit: 0, order: [] });
  return { objectid, count: page?.answer.count ?? Number.NaN };
}
