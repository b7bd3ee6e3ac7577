import { closestNames } from '../../base/values/closest-names.js';
import { quoted, visible } from '../terminal.js';
import type { ServiceClient } from './service-client.js';

/** An item of the answer to a search. */
export interface Hit {
  readonly objectid: string;
  readonly name: string;
  /** The primary kind. */
  readonly type: string;
  readonly kinds: readonly string[];
  readonly tier_zero: boolean;
}

/** Most objects of one name that an error message lists. */
const maxNamesakes = 25;
const maxNear = 5;
/** Objects with half of a name that are compared with it. */
const maxCompared = 2000;
/** Letters by which a name is similar. */
const farthest = 3;

/**
 * Finds the one node whose object id or name is the given one: an object id with exactly these letters, else without regard to case.
 * `User:ADA` is the name of a user.
 * @throws Error that lists the nodes of that name, or those with the most similar names
 */
export async function nodeByName(service: ServiceClient, given: string): Promise<Hit> {
  const near = await search(service, given);
  const [, kind, name] = /^(\w+):(.+)$/s.exec(given) ?? [];
  let found = named(given, near);
  if (found.length === 0 && kind !== undefined && name !== undefined)
    found = named(name, await search(service, name)).filter((hit) => isOfKind(hit, kind));
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  if (first) throw new Error(namesakes(given, [first, ...others]));
  throw new Error(nothingNamed(given, near.length > 0 ? near : await similar(service, given)));
}

/** Names or object ids of both ends become object ids, unless there are further commas. @param given `source,kind,target` */
export async function edgeByNames(service: ServiceClient, given: string): Promise<string> {
  const [source, kind, target, ...others] = given.split(',');
  if (!source || !kind || !target || others.length > 0) return given;
  return [(await nodeByName(service, source)).objectid, kind, (await nodeByName(service, target)).objectid].join(',');
}

/** Objects with a similar name. One half of a name is right if a slip is in the other. */
async function similar(service: ServiceClient, given: string): Promise<readonly Hit[]> {
  const middle = Math.floor(given.length / 2);
  const halves = [given.slice(0, middle), given.slice(middle)].filter((half) => half.trim().length > 1);
  const found = (await Promise.all(halves.map((half) => search(service, half, maxCompared)))).flat();
  const names = closestNames(given, [...new Set(found.map(({ name }) => name))], maxNear, farthest);
  const hits = found.filter(({ name }) => names.includes(name));
  return [...new Map(hits.map((hit) => [hit.objectid, hit])).values()];
}

async function search(service: ServiceClient, text: string, limit = maxNamesakes): Promise<readonly Hit[]> {
  const query = { query: text, limit };
  return (await service.getJson<{ data: readonly Hit[] }>('/api/v2/search', { query })).data;
}

/** An object id precedes the names of others. */
function named(given: string, hits: readonly Hit[]): readonly Hit[] {
  const exact = hits.filter(({ objectid }) => objectid === given);
  if (exact.length > 0) return exact;
  const wanted = given.toUpperCase();
  const byId = hits.filter(({ objectid }) => objectid.toUpperCase() === wanted);
  return byId.length > 0 ? byId : hits.filter(({ name }) => name.toUpperCase() === wanted);
}

function isOfKind({ kinds }: Hit, kind: string): boolean {
  return kinds.some((it) => it.toUpperCase() === kind.toUpperCase());
}

function namesakes(given: string, hits: readonly Hit[]): string {
  const count = hits.length < maxNamesakes ? String(hits.length) : `at least ${hits.length}`;
  const isOfIds = hits.every(({ objectid }) => objectid.toUpperCase() === given.toUpperCase());
  const remedy = isOfIds ? 'give one exactly' : 'give the object id of one, or its kind and a colon before the name';
  return [
    `${count} objects have the ${isOfIds ? 'object id' : 'name'} ${quoted(given)}${isOfIds ? ' without regard to case' : ''}; ${remedy}:`,
    ...hits.map(line),
  ].join('\n');
}

function nothingNamed(given: string, near: readonly Hit[]): string {
  const message = `no object has the name or the object id ${quoted(given)}`;
  return near.length === 0 ? message : [`${message}; near it:`, ...near.slice(0, maxNear).map(line)].join('\n');
}

function line({ objectid, type, name }: Hit): string {
  return visible(`  ${objectid}  ${type}  ${name}`);
}
