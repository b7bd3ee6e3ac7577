import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { loadDemo } from '../../demo/load-demo.js';
import { type Received, WebhookReceiver } from '../../src/modules/alert-channels/webhook-receiver.fixture.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { login } from '../support/signed-client.js';
import { type TestApp, testApp } from '../support/app.js';
import { until } from '../support/until.js';
import { examplesOf, missingPart, pasted } from './pasted-examples.fixture.js';

interface Rows {
  readonly data: readonly Record<string, unknown>[];
}

const examples = examplesOf(readFileSync('docs/integrations.md', 'utf8'));

/** What each product requires of a request, and what it answers. */
const products = {
  splunk: {
    path: '/services/collector/raw?sourcetype=graphward&channel=3f1c2a6e-5b1d-4c55-9a3e-0d2f4b6a8c10',
    authorization: 'Splunk hec-token',
  },
  sentinel: {
    path: '/dataCollectionRules/dcr-1/streams/Custom-Graphward?api-version=2023-01-01',
    authorization: 'Bearer azure-token',
  },
  jira: { path: '/rest/api/2/issue', authorization: `Basic ${btoa('ada:jira-token')}` },
} as const;

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

describe('docs/integrations.md', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let outputs: readonly string[];

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    let tickets = 0;
    receiver.answer = ({ path, headers, body }, response) => {
      const asked = `client_id=app-1&client_secret=${encodeURIComponent('a&b')}&scope=https://monitor.azure.com/.default`;
      if (path === '/tenant-1/oauth2/v2.0/token') {
        const isGood = body === `grant_type=client_credentials&${asked}`;
        response.writeHead(isGood ? 200 : 400).end('{"access_token":"azure-token"}');
        return;
      }
      const product = Object.values(products).find((it) => it.path === path);
      if (!product || product.authorization !== headers['authorization']) response.writeHead(401).end();
      else if (product === products.jira) response.writeHead(201).end(`{"key":"SEC-${++tickets}"}`);
      else response.writeHead(product === products.sentinel ? 204 : 200).end();
    };
    app = await testApp({ environment: { ALERT_NETWORKS: '127.0.0.0/8' }, runsTasks: true });
    await loadDemo(app.app, new Estate({ seed: 'graphward', sizes: ESTATE_PRESETS.small, now: new Date() }), () => {});
    await app.database.query(
      `UPDATE finding SET severity = 'critical' WHERE id IN (SELECT id FROM finding ORDER BY id LIMIT 3)`,
    );
    const draft = { name: 'grace', email: null, role: 'administrator', password: 'a long password' } as const;
    await app.app.get(AccountsService).create(draft);
    outputs = await pasted(examples, {
      GRAPHWARD_URL: app.url,
      GRAPHWARD_TOKEN: await login(app.url, draft.name, draft.password),
      SPLUNK_URL: receiver.origin,
      SPLUNK_CHANNEL: '3f1c2a6e-5b1d-4c55-9a3e-0d2f4b6a8c10',
      SPLUNK_TOKEN: 'hec-token',
      LOGIN_URL: receiver.origin,
      TENANT_ID: 'tenant-1',
      CLIENT_ID: 'app-1',
      CLIENT_SECRET: 'a&b',
      INGESTION_URL: receiver.origin,
      RULE_ID: 'dcr-1',
      JIRA_URL: receiver.origin,
      JIRA_USER: 'ada',
      JIRA_TOKEN: 'jira-token',
    });
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });

  const sentTo = (product: keyof typeof products): Received[] =>
    receiver.received.filter(({ path }) => path === products[product].path);

  it.each(examples.map(({ command, answer }, at) => [command, answer, at] as const))('%s', (_, answer, at) => {
    const faults = answer === '' ? outputs[at] : missingPart(withoutSpaces(outputs[at]!), withoutSpaces(answer));
    expect(faults ?? '').toBe('');
  });

  it('sends a test to Splunk, with the token', async () => {
    await until(() => Promise.resolve(sentTo('splunk').length > 0));
    expect(sentTo('splunk').map(({ body }) => JSON.parse(body))).toMatchObject([
      { specversion: '1.0', type: 'graphward.test' },
    ]);
  });

  it('sends each entry of the audit log to Sentinel', async () => {
    const [sent, ...others] = sentTo('sentinel').map(({ body }) => JSON.parse(body) as Record<string, unknown>[]);
    expect(others).toEqual([]);
    const { data } = (await (await app.call('GET', '/api/v2/audit?sort_by=id&limit=1000')).json()) as Rows;
    const made = data.slice(0, sent!.length);
    expect(sent).toEqual(
      made.map(({ at, id, actor, action, resource, outcome, details }) => ({
        TimeGenerated: at,
        EntryId: id,
        Actor: actor,
        Action: action,
        Resource: resource,
        Outcome: outcome,
        Details: details,
      })),
    );
    expect(made.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['alert_channel.create', 'alert_rule.create']),
    );
  });

  it('opens a ticket for each critical finding', async () => {
    const path = '/api/v2/attack-paths/findings?severity=critical&limit=1000';
    const { data } = (await (await app.call('GET', path)).json()) as Rows;
    expect(data.length).toBeGreaterThanOrEqual(3);
    const labels = sentTo('jira').map(
      ({ body }) => (JSON.parse(body) as { fields: { labels: string[] } }).fields.labels,
    );
    expect(labels.flat().toSorted()).toEqual(data.map(({ id }) => `graphward-${String(id)}`).toSorted());
  });
});
