import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 120_000;

/** The password of the accounts of a state. */
export const password = 'a password for the upgrade';

/** Volatile properties: they change when a service starts, or say how often something was used. */
const volatile = [
  'start',
  'end',
  'next_scheduled_at',
  'last_login',
  'last_access',
  'updated_at',
  'member_count',
  'count',
  'total_count',
];

/** States of jobs and uploads that go on or fail after an upgrade. */
const open = ['ready', 'running', 'ingesting', 'analyzing'];

/** Lists whose rows come along. */
const kept = [
  '/api/v2/accounts',
  '/api/v2/tokens',
  '/api/v2/asset-groups?id=gt:2',
  '/api/v2/asset-group-tags?id=gt:2',
  '/api/v2/asset-group-tags/3/selectors?limit=1000',
  '/api/v2/asset-group-tags/4/selectors',
  '/api/v2/saved-queries?scope=owned',
  '/api/v2/saml',
  '/api/v2/clients',
  '/api/v2/events',
  '/api/v2/jobs/finished?sort_by=id&limit=1000',
  '/api/v2/custom-nodes',
  '/api/v2/audit?sort_by=id&limit=1000',
  '/api/v2/file-upload',
  '/api/v2/analysis/runs',
];

/** Creates rows of each kind that the sample estate lacks. @returns the API token of the account that it creates */
export async function fillState(url, headers) {
  const post = (path, body) => call(url, headers, path, { method: 'POST', body: JSON.stringify(body) });
  const { data: account } = await post('/api/v2/accounts', { name: 'alice', role: 'power_user', password });
  const { data: token } = await post('/api/v2/tokens', { token_name: 'kept', user_id: account.id });
  const { data: tag } = await post('/api/v2/asset-group-tags', { name: 'Backup servers', type: 1, position: 2 });
  const seeds = [{ type: 1, value: 'S-1-5-21-1-2-3-1105' }];
  await post(`/api/v2/asset-group-tags/${tag.id}/selectors`, { name: 'Veeam', seeds });
  await post('/api/v2/saved-queries', { name: 'Mine', query: 'MATCH (u:User {enabled: false}) RETURN u' });
  const { data: upload } = await post('/api/v2/file-upload/start');
  await post(`/api/v2/file-upload/${upload.id}`, {
    data: [],
    meta: { type: 'users', count: 0, version: 6, methods: 0 },
  });
  await post(`/api/v2/file-upload/${upload.id}/end`);
  const { id, key } = token;
  return { id, key };
}

/** @returns the paths of a state: lists whose rows come along, and questions about the graph */
export async function pathsOf(url, headers) {
  await ready(url);
  return [...kept, ...(await graphPaths(url, headers))];
}

/** @returns the answers by path */
export async function answersTo(url, headers, paths) {
  await ready(url);
  const answers = {};
  for (const path of paths) answers[path] = (await call(url, headers, path)).data;
  return answers;
}

async function graphPaths(url, headers) {
  const tenants = await call(url, headers, '/api/v2/cloud-tenants');
  const members = await call(url, headers, '/api/v2/asset-groups/1/members');
  const user = members.data.find(({ kinds }) => kinds.includes('User'));
  return [
    `/api/v2/cloud-tenants/${tenants.data[0].tenantid}/data-quality-stats?start=2000-01-01T00:00:00Z&limit=1000`,
    '/api/v2/asset-groups/1/members?limit=1000',
    `/api/v2/users/${user.objectID}/admin-rights?limit=1000`,
  ];
}

/** @returns each path with its first row that the newer answer lacks; a newer answer may have more rows and properties */
export function lost(older, newer) {
  return Object.entries(older).flatMap(([path, then]) => {
    const rows = [then].flat().filter(({ status }) => !open.includes(status));
    const row = rows.find((it) => ![newer[path]].flat().some((now) => contains(now, it)));
    return row ? [`${path}: ${JSON.stringify(row)}`] : [];
  });
}

function contains(now, then) {
  if (typeof then !== 'object' || then === null) return now === then;
  if (typeof now !== 'object' || now === null) return false;
  if (Array.isArray(then)) return then.every((row) => now.some((it) => contains(it, row)));
  // Selectors of before 0.2.0 have other ids.
  const isSelector = 'system_selector' in then || 'auto_certify' in then;
  const ignored = isSelector ? [...volatile, 'id'] : volatile;
  return Object.entries(then).every(([name, value]) => ignored.includes(name) || contains(now[name], value));
}

export async function call(url, headers, path, request) {
  const answer = await fetch(url + path, { headers, ...request });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? {} : JSON.parse(text);
}

/** Questions about the graph are refused until the service has read it, and the upload is read soon. */
async function ready(url) {
  const end = Date.now() + READY_MS;
  while (!(await fetch(`${url}/health/ready`)).ok) {
    if (Date.now() > end) throw new Error('the service did not become ready');
    await sleep(100);
  }
}
