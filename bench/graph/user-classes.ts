import { Random } from '../../demo/generator/random.js';
import type { GraphReader } from '../../src/graph/graph-reader.js';
import { type Estate, objectidOf } from './estate.js';

/** Users who are looked at to find heavy ones. */
const sampled = 2000;

export interface UserClass {
  readonly title: string;
  readonly users: readonly { readonly objectid: string; readonly count: number }[];
  /** How often each question is asked. */
  readonly times: number;
}

/** Typical users are any; heavy ones are the hundredth part with the most results. */
export async function classesOf(reader: GraphReader, estate: Estate): Promise<UserClass[]> {
  const random = new Random('users', estate.users);
  const counted = [];
  for (let i = 0; i < sampled; i++)
    counted.push(await count(reader, random.between(estate.allPowerful + 1, estate.users)));
  const heaviest = counted.toSorted((a, b) => b.count - a.count).slice(0, sampled / 100);
  const powerful = [];
  for (let id = 1; id <= estate.allPowerful; id++) powerful.push(await count(reader, id));
  return [
    { title: 'typical', users: counted, times: 400 },
    { title: 'heavy', users: heaviest, times: 200 },
    { title: 'all-powerful', users: powerful, times: 40 },
  ];
}

async function count(reader: GraphReader, id: number): Promise<UserClass['users'][number]> {
  const objectid = objectidOf(id);
  const page = await reader.adminRights('User', objectid, { skip: 0, limit: 0, order: [] });
  return { objectid, count: page?.count ?? Number.NaN };
}
