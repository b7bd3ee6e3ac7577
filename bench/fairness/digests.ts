import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { logIn } from '../../demo/demo-account.js';
import { Database } from '../../src/database/database.js';
import { TaskQueue } from '../../src/queue/task-queue.js';
import { user } from '../product.js';

const everyMs = 1000;

/** As many as one digest takes, each with as many objects as an alert has. */
const collectSql = `
  INSERT INTO alert_digest_row (rule_id, key, occurred_at, collected_at, contents)
  SELECT $1, 'bench:' || $2::int || ':' || n, now(), now(), jsonb_build_object('sentence', 'An alert of the bench.', 'rule', null,
    'numbers', jsonb_build_object('accounts', 20), 'more', 0, 'rows', (
      SELECT jsonb_agg(jsonb_build_object('kind', 'User', 'objectid', 'S-1-5-21-' || n || '-' || k, 'name', 'USER' || k)) FROM generate_series(1, 20) k))
  FROM generate_series(1, 1000) n`;

/** Sends a rule's digest each second, as large as one may be, to a webhook. @returns how many arrived */
export async function sendDigests(app: INestApplicationContext, url: string, seconds: number): Promise<object> {
  let arrived = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
    arrived++;
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const ruleId = await ruleFor(url, `http://127.0.0.1:${port}/`);
    for (let turn = 0; turn < (seconds * 1000) / everyMs; turn++) {
      await app.get(Database).query(collectSql, [ruleId, turn]);
      await app.get(TaskQueue).add('send-digest', { ruleId: String(ruleId) }, { key: `send-digest:${ruleId}` });
      await sleep(everyMs);
    }
    return { digests: arrived };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function ruleFor(url: string, receiver: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await logIn(url, user)}`, 'Content-Type': 'application/json' };
  const create = async <Id>(path: string, body: object): Promise<Id> => {
    const response = await fetch(`${url}/api/v2/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data }: { data: { id: Id } } = JSON.parse(await response.text());
    return data.id;
  };
  const channel = await create<string>('alert-channels', { name: 'bench', url: receiver });
  const rule = { name: 'bench', occasion: 'way.new', every: 'hour', channels: [channel] };
  return create<number>('alert-rules', rule);
}
