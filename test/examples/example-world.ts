import assert from 'node:assert/strict';
import { loadDemo } from '../../demo/load-demo.js';
import { Estate } from '../../demo/generator/estate.js';
import { personasOf } from '../../demo/generator/personas.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { classic } from '../../src/ingest/ingest.fixture.js';
import { TaskRunner } from '../../src/queue/task-runner.js';
import { type TestApp, testApp } from '../support/app.js';
import {
  bearerFetch,
  login,
  send,
  type SendOptions,
  signedFetch,
  type SigningToken,
} from '../support/signed-client.js';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { until } from '../support/until.js';

export type Caller = 'administrator' | 'session' | 'collector' | 'nobody';

/** The form of the answers: ours, or that of programs of the reference product. */
export type Form = '' | 'bloodhound';

/** The editions, each without and with COMPAT. */
export const modes = ['enterprise', 'enterprise bloodhound', 'community', 'community bloodhound'] as const;
export type Mode = (typeof modes)[number];

export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
  readonly by?: Caller;
  /** Headers, and what is sent in place of the body as JSON. */
  readonly raw?: SendOptions;
}

export const password = 'seven brass lanterns';

/** The demo estate, and a service of each edition and form on it. */
export class ExampleWorld {
  private readonly names = new Map<string, number>();

  private constructor(
    private readonly home: ServiceHome,
    readonly estate: Estate,
    readonly services: Readonly<Record<Mode, TestApp>>,
    private readonly token: SigningToken,
    readonly client: { readonly id: string; readonly token: SigningToken },
  ) {}

  static async create(): Promise<ExampleWorld> {
    const home = await serviceHome();
    const environment = { COMPAT: 'bloodhound' };
    const enterprise = await testApp({ home, environment, runsTasks: true });
    const draft = { name: 'ada', email: 'ada@halden.example', role: 'administrator', password } as const;
    const account = await enterprise.app.get(AccountsService).create(draft);
    const naming = { accountId: account.id, name: 'nightly export', expiresAt: null };
    const { token, key } = await enterprise.app.get(ApiTokensService).create(naming);
    const signing = { id: token.id, key };
    await uploadSites(enterprise, signing, demoOf(new Date()));
    // Nothing changes by itself from here on.
    await enterprise.app.get(TaskRunner).onModuleDestroy();
    const estate = demoOf(new Date());
    await loadDemo(enterprise.app, estate, () => {});
    const body = JSON.stringify({ name: 'Factory', type: 'directory', domain_controller: 'dc1.halden.example' });
    const made = await signedFetch(enterprise.url, signing, 'POST', '/api/v2/clients', { body, headers: ofPage });
    const { data } = (await made.json()) as { data: { id: string; token: SigningToken } };
    const services = {
      enterprise: await testApp({ home }),
      'enterprise bloodhound': enterprise,
      community: await testApp({ home, edition: 'community' }),
      'community bloodhound': await testApp({ home, environment, edition: 'community' }),
    };
    return new ExampleWorld(home, estate, services, signing, data);
  }

  /** It answers in both forms. */
  get enterprise(): TestApp {
    return this.services['enterprise bloodhound'];
  }

  async close(): Promise<void> {
    for (const service of Object.values(this.services)) await service.close();
    await this.home.remove();
  }

  async call(form: Form, { method, target, body, by = 'administrator', raw }: Sent, app = this.enterprise) {
    const headers = { ...(form === '' && ofPage), ...raw?.headers };
    const options = { ...(body !== undefined && { body: JSON.stringify(body) }), ...raw, headers };
    const { url } = app;
    if (by === 'collector') return signedFetch(url, this.client.token, method, target, options);
    if (by === 'session') return bearerFetch(url, await this.session(url), method, target, options);
    if (by === 'administrator') return signedFetch(url, this.token, method, target, options);
    return send(url, method, target, {
      ...options,
      headers: { 'Content-Type': 'application/json', ...options.headers },
    });
  }

  /** @returns `data` of the answer in our form */
  async make<T = { readonly id: number }>(method: string, path: string, body?: unknown, by?: Caller): Promise<T> {
    const answer = await this.call('', { method, target: `/api/v2${path}`, body, ...(by && { by }) });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : (JSON.parse(text) as { data: T }).data) as T;
  }

  /** The object ids of a kind, those of the domain first. */
  async objectsOf(kind: string): Promise<string[]> {
    const rows = await this.enterprise.database.query<{ objectid: string }>(
      `SELECT n.objectid FROM node n JOIN kind k ON k.id = n.kind WHERE k.name = $1
       ORDER BY NOT starts_with(n.objectid, $2), n.objectid COLLATE "C"`,
      [kind, this.estate.plan.domain.sid],
    );
    return rows.map(({ objectid }) => objectid);
  }

  /** A name that nothing has yet. */
  name(base: string, separator = ' '): string {
    const nth = (this.names.get(base) ?? 0) + 1;
    this.names.set(base, nth);
    return nth === 1 ? base : `${base}${separator}${nth}`;
  }

  /** The session of a new account. */
  private async session(url: string): Promise<string> {
    const name = this.name('bo', '.');
    await this.make('POST', '/accounts', { name, role: 'user', password });
    return login(url, name, password);
  }
}

/** Asks for our form also with COMPAT. */
export const ofPage = { 'X-Requested-With': 'graphward' };

const demoOf = (now: Date) => new Estate({ seed: 'graphward', sizes: ESTATE_PRESETS.small, now });

/** Before the rest of the data, because its schedules would start jobs while tasks run. */
async function uploadSites({ url }: TestApp, token: SigningToken, estate: Estate): Promise<void> {
  const call = async <T>(method: string, path: string, options: SendOptions = {}) => {
    const headers = { ...ofPage, ...options.headers };
    const answer = await signedFetch(url, token, method, `/api/v2${path}`, { ...options, headers });
    return JSON.parse((await answer.text()) || '{}') as T;
  };
  const isIdle = async () => {
    const { data } = await call<{ data: { status: string; last: unknown } }>('GET', '/analysis/status');
    return data.status === 'idle' && data.last !== null;
  };
  const { data } = await call<{ data: { id: number } }>('POST', '/file-upload/start');
  for (const [name, body] of Object.entries(filesOf(estate)))
    await call('POST', `/file-upload/${data.id}`, { body, headers: { 'X-File-Upload-Name': `${name}.json` } });
  await call('POST', `/file-upload/${data.id}/end`);
  await until(async () => {
    const { count } = await call<{ count: number }>('GET', `/file-upload?id=${data.id}&finish_time=neq:null`);
    return count === 1 && isIdle();
  });
}

/** The kinds of objects and rights that the demo lacks. */
function filesOf({ plan, directory }: Estate): Readonly<Record<string, string>> {
  const id = (kind: string) => plan.guid('example', kind);
  const properties = (name: string) => ({ name, domainsid: plan.domain.sid, domain: plan.domain.name });
  const inSite = { ContainedBy: { ObjectIdentifier: id('site'), ObjectType: 'Site' } };
  const { sid, host } = directory.machines.domainController(0);
  const policy = directory.policies.all()[0]!;
  const admins = { PrincipalSID: plan.domainSid(512), PrincipalType: 'Group', IsInherited: false };
  const described = (kind: string, name: string) => ({
    ObjectIdentifier: id(kind),
    Properties: properties(name),
    Aces: [{ ...admins, RightName: 'GenericAll' }],
  });
  const [from, to] = [0, 1].map((nth) => directory.machines.workstation(nth).sid);
  const user = personasOf(directory).helpdesk.objectId;
  const rights = [
    ...['AllowedToDelegate', 'CanPSRemote', 'CanRDP', 'ExecuteDCOM'].map((kind) => [from, kind, to]),
    [user, 'ExecuteDCOM', to],
    [`${plan.trusted.sid}-1187`, 'GenericAll', policy.id],
  ];
  const edges = rights.map(([start, kind, end]) => ({ start: { value: start }, kind, end: { value: end } }));
  return {
    sites: classic('sites', [
      { ...described('site', `HARBOUR@${plan.domain.name}`), Links: [{ GUID: policy.id, IsEnforced: false }] },
    ]),
    siteservers: classic('siteservers', [
      {
        ...described('server', `CN=${host},CN=SERVERS,CN=HARBOUR`),
        ...inSite,
        ServerIs: { ObjectIdentifier: sid, ObjectType: 'Computer' },
      },
    ]),
    sitesubnets: classic('sitesubnets', [{ ...described('subnet', '192.0.2.0/24'), ...inSite }]),
    rights: JSON.stringify({ graph: { nodes: [], edges } }),
  };
}
