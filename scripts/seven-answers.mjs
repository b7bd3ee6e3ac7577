import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 60_000;

/** Answers of the seven operations to the sample estate, by name. */
export async function sevenAnswers(url, headers) {
  await ready(url);
  const get = (path) => call(url, headers, path);
  const tenants = await get('/api/v2/cloud-tenants');
  const members = await get('/api/v2/asset-groups/1/members');
  const user = members.data.find(({ kinds }) => kinds.includes('User'));
  const events = await get('/api/v2/events');
  // Without the period of the answer, and the next time of an event: they change by themselves.
  const {
    start: _,
    end: __,
    ...quality
  } = await get(`/api/v2/cloud-tenants/${tenants.data[0].tenantid}/data-quality-stats`);
  return {
    'data quality': quality,
    'SAML providers': await get('/api/v2/saml'),
    'finished jobs': await get('/api/v2/jobs/finished?sort_by=id&limit=1000'),
    'custom nodes': await get('/api/v2/custom-nodes'),
    'asset group': await get('/api/v2/asset-groups/1'),
    'admin rights': await get(`/api/v2/users/${user.objectID}/admin-rights`),
    events: events.data.map(({ next_scheduled_at: ___, ...event }) => event),
  };
}

/** Creates a custom node, which is one of the seven operations too. */
export async function createNode(url, headers, kind) {
  const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
  const body = JSON.stringify({ custom_types: { [kind]: { icon } } });
  return call(url, headers, '/api/v2/custom-nodes', { method: 'POST', body });
}

/** Whether a newer answer has all of an older one; it may have more fields. */
export function contains(newer, older) {
  if (typeof older !== 'object' || older === null) return newer === older;
  if (typeof newer !== 'object' || newer === null) return false;
  if (Array.isArray(older) && older.length !== newer.length) return false;
  return Object.entries(older).every(([name, value]) => contains(newer[name], value));
}

async function call(url, headers, path, request) {
  const answer = await fetch(url + path, { headers, ...request });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Questions about the graph are refused until the service has read it. */
async function ready(url) {
  const end = Date.now() + READY_MS;
  while (!(await fetch(`${url}/health/ready`)).ok) {
    if (Date.now() > end) throw new Error('the service did not become ready');
    await sleep(100);
  }
}
