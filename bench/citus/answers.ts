import { logIn } from '../../demo/demo-account.js';
import type { Database } from '../../src/database/database.js';
import { user } from '../product.js';
import { type Contents, withoutChance } from './contents.js';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What differs between two services: their addresses, processes, logins and logs. */
const ownPaths = /\/(?:spec|self|about|audit|audit-logs|health|version)\b/;

/**
 * The answers, without versions of the graph, of all lists and of all questions about an object, for one object of each kind, and of each saved query.
 * @param database to choose the objects
 */
export async function answersOf(url: string, database: Database): Promise<Contents> {
  const Authorization = `Bearer ${await logIn(url, user)}`;
  const headers = { Authorization, 'Content-Type': 'application/json', Prefer: 'wait=300' };
  const answers = new Map<string, string>();
  const ask = async (path: string, body?: object) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(url + path, { headers, ...request });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${path} ${JSON.stringify(body)} answered ${answer.status}: ${text}`);
    const isJson = answer.headers.get('content-type')?.includes('json');
    const asked = body ? `${path} ${JSON.stringify(body)}` : path;
    answers.set(asked, `${answer.status} ${isJson ? comparable(text, url) : withoutChance(text)}`);
    return text;
  };
  const document: Document = JSON.parse(await (await fetch(`${url}/api/v2/spec`, { headers })).text());
  const objects = await database.query<{ id: string }>(
    'SELECT min(objectid) AS id FROM node WHERE described GROUP BY kind ORDER BY kind',
  );
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || ownPaths.test(path)) continue;
    if (!path.includes('{')) await ask(path);
    if (path.replace('{object_id}', '').includes('{')) continue;
    for (const { id } of path.includes('{object_id}') ? objects : [])
      await ask(path.replace('{object_id}', encodeURIComponent(id)));
  }
  const queries: { data: readonly { query: string }[] } = JSON.parse(await ask('/api/v2/saved-queries?limit=1000'));
  for (const { query } of queries.data) await ask('/api/v2/graphs/cypher', { query });
  return answers;
}

/**
 * The JSON of an answer of the service at `url`, without its address and the version of its graph. Nodes are in the order of their ids,
 * which `JSON.parse` gives them, because answers have them in the order in which they were read.
 */
export function comparable(json: string, url: string): string {
  const text = JSON.stringify(JSON.parse(json));
  return withoutChance(text)
    .replaceAll(url, 'URL')
    .replaceAll(/version":\d+/g, 'version');
}
