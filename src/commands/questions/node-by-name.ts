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
const mostNamesakes = 25;
const mostNear = 5;

/**
 * Finds the one node whose object id or name is the given one, without regard to case.
 * @throws Error that lists the nodes of that name, or those with the most similar names
 */
export async function nodeByName(service: ServiceClient, given: string): Promise<Hit> {
  const query = { query: given, limit: mostNamesakes };
  const { data } = await service.getJson<{ data: readonly Hit[] }>('/api/v2/search', { query });
  const wanted = given.toUpperCase();
  const byId = data.find(({ objectid }) => objectid.toUpperCase() === wanted);
  if (byId) return byId;
  const [found, ...others] = data.filter(({ name }) => name.toUpperCase() === wanted);
  if (found && others.length === 0) return found;
  throw new Error(found ? namesakes(given, [found, ...others]) : nothingNamed(given, data));
}

function namesakes(given: string, hits: readonly Hit[]): string {
  const count = hits.length < mostNamesakes ? String(hits.length) : `at least ${hits.length}`;
  return [`${count} objects have the name ${quoted(given)}; give the object id of one:`, ...hits.map(line)].join('\n');
}

function nothingNamed(given: string, near: readonly Hit[]): string {
  const message = `no object has the name or the object id ${quoted(given)}`;
  return near.length === 0 ? message : [`${message}; near it:`, ...near.slice(0, mostNear).map(line)].join('\n');
}

function line({ objectid, type, name }: Hit): string {
  return visible(`  ${objectid}  ${type}  ${name}`);
}
