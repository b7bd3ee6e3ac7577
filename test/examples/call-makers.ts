import { authenticator } from '../support/authenticator.js';
import { login } from '../support/signed-client.js';
import { totpCode } from '../support/totp.js';
import { type ExampleWorld, password, type Sent } from './example-world.js';

export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** The parts of a call that the operation does not determine. */
export interface Call extends Pick<Sent, 'body' | 'by' | 'raw'> {
  readonly path?: Parameters;
  readonly query?: Parameters;
  /** Whether the answer is no list, which has a limit. */
  readonly isCount?: boolean;
}

export type MakeCall = (world: ExampleWorld) => Call | Promise<Call>;

export const query =
  (parameters: Parameters): MakeCall =>
  () => ({ query: parameters });
export const byCollector = (call: Call = {}): Call => ({ ...call, by: 'collector' });

export const ownLogin = { body: { login_method: 'secret', username: 'ada', secret: password }, by: 'nobody' } as const;
export const collected = {
  meta: { type: 'users', version: 6, count: 1 },
  data: [{ ObjectIdentifier: 'S-1-5-21-7-7-7-1104' }],
};
export const scope = { session_collection: true, local_group_collection: true };
export const nightly = 'DTSTART;TZID=Europe/Oslo:20260101T020000\nRRULE:FREQ=DAILY';
export const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
export const backupQuery = 'MATCH (c:Computer) WHERE c.name STARTS WITH "BACKUP" RETURN c';
const metadata = `<EntityDescriptor entityID="https://idp.example/id"><IDPSSODescriptor><SingleSignOnService
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;

/** The account that calls. */
export async function own(world: ExampleWorld): Promise<string> {
  return (await world.make<{ id: string }>('GET', '/self')).id;
}

export async function account(world: ExampleWorld): Promise<string> {
  const draft = { name: world.name('bo', '.'), role: 'user', password: 'nine quiet harbours' };
  return (await world.make<{ id: string }>('POST', '/accounts', draft)).id;
}

/** A new account with a session of its own. */
async function newOwner(world: ExampleWorld) {
  const name = world.name('bo', '.');
  const { id } = await world.make<{ id: string }>('POST', '/accounts', { name, role: 'user', password });
  const bearer = await login(world.enterprise.url, name, password);
  return { id, owner: { by: 'nobody', raw: { headers: { Authorization: `Bearer ${bearer}` } } } as const };
}

interface DeviceOptions {
  readonly options: { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
  readonly state: string;
}

/** A device that is about to register a passkey for an owner, and then logs in by it. */
export async function newDevice(world: ExampleWorld) {
  const { owner } = await newOwner(world);
  const device = authenticator('http://localhost:8080');
  const post = async <T>(target: string, body: object): Promise<T> => {
    const sent = { method: 'POST', target: `/api/v2${target}`, ...owner };
    const answer = await world.call('', { ...sent, raw: { ...owner.raw, body: JSON.stringify(body) } });
    return ((await answer.json()) as { data: T }).data;
  };
  const { options, state } = await post<DeviceOptions>('/self/passkeys/options', { secret: password });
  const registration = { name: 'Laptop', state, response: device.create(options) };
  const register = () => post<{ id: string }>('/self/passkeys', registration);
  const signLogin = async () => {
    await register();
    const asked = await post<DeviceOptions>('/login/passkey/options', {});
    return { state: asked.state, response: device.get(asked.options) };
  };
  return { owner, registration, register, signLogin };
}

/** The codes of a program that waits. @param isApproved whether its person has let it log in */
export async function waitingProgram(world: ExampleWorld, isApproved = false) {
  const begun = await world.make<{ device_code: string; user_code: string }>(
    'POST',
    '/device/authorize',
    undefined,
    'nobody',
  );
  if (isApproved) {
    const { owner } = await newOwner(world);
    const body = JSON.stringify({ user_code: begun.user_code, is_approved: true });
    const sent = { method: 'POST', target: '/api/v2/device/decision', ...owner };
    await world.call('', { ...sent, raw: { ...owner.raw, body } });
  }
  return begun;
}

/** The account of an owner, which has enrolled an app. */
export async function enrolledAccount(world: ExampleWorld, isActive = false) {
  const { id, owner } = await newOwner(world);
  const call = async (target: string, body: object) => {
    const sent = { method: 'POST', target: `/api/v2/accounts/${id}/${target}`, ...owner };
    const answer = await world.call('', { ...sent, raw: { ...owner.raw, body: JSON.stringify(body) } });
    return ((await answer.json()) as { data: { totp_secret: string } }).data;
  };
  const { totp_secret: secret } = await call('mfa', { secret: password });
  if (isActive) await call('mfa-activation', { otp: totpCode(secret) });
  return { id, owner, secret };
}

export async function assetGroup(world: ExampleWorld): Promise<number> {
  const selectors = [{ name: 'Help desk', selector: world.estate.personas.helpdesk.objectId }];
  return (
    await world.make('POST', '/asset-groups', { name: world.name('Build'), tag: world.name('build', '_'), selectors })
  ).id;
}

export async function tag(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/asset-group-tags', { name: world.name('Backup'), type: 2 })).id;
}

export const selectorDraft = (world: ExampleWorld) => ({
  name: world.name('Help desk'),
  description: 'Those who reset passwords',
  seeds: [{ type: 1, value: world.estate.personas.helpdesk.objectId }],
});

export async function selector(world: ExampleWorld): Promise<Parameters> {
  const asset_group_tag_id = await tag(world);
  const { id } = await world.make('POST', `/asset-group-tags/${asset_group_tag_id}/selectors`, selectorDraft(world));
  return { asset_group_tag_id, asset_group_tag_selector_id: id };
}

export const savedQueryDraft = (world: ExampleWorld) => ({
  name: world.name('Backup servers'),
  query: backupQuery,
  description: 'Computers that keep copies',
  category: 'Servers',
});

export async function savedQuery(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/saved-queries', savedQueryDraft(world))).id;
}

export const pictureDraft = (world: ExampleWorld) => ({
  name: world.name('Help desk'),
  state: { boxes: [{ layer: 0, objects: [world.estate.personas.helpdesk.objectId] }] },
});

export async function picture(world: ExampleWorld): Promise<string> {
  return (await world.make<{ id: string }>('POST', '/pictures', pictureDraft(world))).id;
}

export const clientDraft = (world: ExampleWorld) => ({
  name: world.name('Laboratory'),
  type: 'directory',
  domain_controller: 'dc1.halden.example',
});

export async function client(world: ExampleWorld): Promise<string> {
  return (await world.make<{ id: string }>('POST', '/clients', clientDraft(world))).id;
}

export async function job(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', `/clients/${world.client.id}/jobs`, { ad_structure_collection: true })).id;
}

/** The job that the client runs: one that ran before is ended. */
export async function runningJob(world: ExampleWorld): Promise<number> {
  await world.call('', { method: 'POST', target: '/api/v2/jobs/end', body: { status: 'complete' }, by: 'collector' });
  const id = await job(world);
  await world.make('POST', '/jobs/start', { id }, 'collector');
  return id;
}

export async function event(world: ExampleWorld): Promise<number> {
  const draft = { client_id: world.client.id, title: 'Sessions, every night', rrule: nightly, ...scope };
  return (await world.make('POST', '/events', draft)).id;
}

export async function upload(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/file-upload/start')).id;
}

export const extensionDraft = (world: ExampleWorld) => {
  const namespace = world.name('ACME', '');
  return {
    schema: { name: `Acme ${namespace}`, display_name: 'Acme Cloud', version: '1.0.0', namespace },
    relationship_kinds: [{ name: `${namespace}_Owns`, description: 'Owns it', is_traversable: true }],
  };
};

export async function extension(world: ExampleWorld): Promise<number> {
  const draft = extensionDraft(world);
  await world.make('PUT', '/extensions', draft);
  const { extensions } = await world.make<{ extensions: { id: number; name: string }[] }>('GET', '/extensions');
  return extensions.find(({ name }) => name === draft.schema.name)!.id;
}

export async function provider(world: ExampleWorld): Promise<number> {
  const call = { method: 'POST', target: '/api/v2/saml/providers', ...providerCall(world) };
  return ((await (await world.call('', call)).json()) as { data: { id: number } }).data.id;
}

export function providerCall(world: ExampleWorld): Pick<Call, 'body' | 'raw'> {
  const parts = { name: world.name('signin', '-'), metadata };
  const text = Object.entries(parts)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  return { body: parts, raw: { body: `${text}--x--\r\n`, headers } };
}

export const oidcDraft = (world: ExampleWorld) => ({
  name: world.name('Keycloak'),
  issuer: 'https://login.example/realms/corp',
  client_id: 'graphward',
});

export async function oidcProvider(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/sso-providers/oidc', oidcDraft(world))).id;
}

export const domainOf = ({ estate }: ExampleWorld) => estate.plan.domain.sid;
export const tenantOf = ({ estate }: ExampleWorld) => estate.tenantAt(0).id;

export async function nodeId(world: ExampleWorld, objectId: string): Promise<number> {
  const [row] = await world.enterprise.database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [
    objectId,
  ]);
  return row!.id;
}

interface Edge {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly label: string;
}

/** The first edge of the first of these kinds that there is. Its ends are ids of nodes. */
export async function edgeOf(world: ExampleWorld, ...kinds: readonly string[]): Promise<Edge> {
  for (const kind of kinds) {
    const body = { query: `MATCH p = ()-[:${kind}]->() RETURN p LIMIT 1` };
    const answer = await world.call('bloodhound', { method: 'POST', target: '/api/v2/graphs/cypher', body });
    const { data } = (await answer.json()) as { data?: { edges: Edge[] } };
    if (data?.edges[0]) return data.edges[0];
  }
  throw new Error(`the estate has no edge of ${kinds.join(', ')}`);
}

export async function finding(world: ExampleWorld): Promise<{ id: number; finding: string }> {
  const [row] = await world.enterprise.database.query<{ id: number; finding: string }>(
    "SELECT id, finding FROM finding WHERE finding = 'Kerberoasting' ORDER BY id LIMIT 1",
  );
  return row!;
}

export const ofDomain: MakeCall = async (world) => {
  const { finding: type } = await finding(world);
  return { path: { domain_id: domainOf(world) }, query: { finding: type } };
};

/** Of one edge. */
export const path: MakeCall = async (world) => {
  const owner = world.estate.personas.workstationOwner.objectId;
  const text = 'MATCH (u:User {objectid: $owner})-[:AdminTo]->(c) RETURN c.objectid ORDER BY c.objectid LIMIT 1';
  const body = { query: text, parameters: { owner }, form: 'table' };
  const { rows } = await world.make<{ rows: string[][] }>('POST', '/graphs/cypher', body);
  return { query: { start_node: owner, end_node: rows[0]![0]! } };
};

export const ownKind: MakeCall = async (world) => {
  const name = world.name('Scanner', '_');
  await world.make('POST', '/custom-nodes', { custom_types: { [name]: { icon } } });
  return { path: { kind_name: name } };
};

export const userNames = (world: ExampleWorld) => {
  const principal = world.name('bo', '.');
  return { principal, email_address: `${principal}@halden.example`, first_name: 'Bo', last_name: 'Lund' };
};

export const ownUser: MakeCall = async (world) => ({ path: { user_id: await account(world) } });

export const tagPath: MakeCall = () => ({ path: { asset_group_tag_id: 1 } });
export const ownSelector: MakeCall = async (world) => ({ path: await selector(world) });
export const groupPath: MakeCall = () => ({ path: { asset_group_id: 1 } });

export const channelDraft = (world: ExampleWorld) => ({
  name: world.name('Security operations'),
  url: 'https://hooks.example.com/services/T0/B0/secret',
  format: 'slack',
});

export async function channel(world: ExampleWorld): Promise<string> {
  return (await world.make<{ id: string }>('POST', '/alert-channels', channelDraft(world))).id;
}

export const planDraft = (world: ExampleWorld) => ({
  name: world.name('Autumn'),
  question: { start_kind: 'User', cost: ['policy:20'] },
});

export async function keptPlan(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/plans', planDraft(world))).id;
}

/** The first step of a kept plan. */
export async function planStep(world: ExampleWorld) {
  const id = await keptPlan(world);
  const [step] = await world.make<readonly { readonly key: string }[]>('GET', `/plans/${id}/steps?limit=1`);
  return { plan_id: id, step_key: step!.key };
}

/** A membership as `source,kind,target`. */
export async function membership(world: ExampleWorld): Promise<string> {
  const rows = '/graphs/edges?start_kind=User&relationship_kinds=in:MemberOf&limit=1';
  const [edge] = await world.make<readonly { readonly source: string; readonly target: string }[]>('GET', rows);
  return `${edge!.source},MemberOf,${edge!.target}`;
}

/** It sends nothing. */
export async function disabledChannel(world: ExampleWorld): Promise<string> {
  const id = await channel(world);
  await world.make('PATCH', `/alert-channels/${id}`, { enabled: false });
  return id;
}

export const ruleDraft = async (world: ExampleWorld) => ({
  name: world.name('New ways into tier zero'),
  occasion: 'way.new',
  condition: { least_accounts: 1 },
  channels: [await channel(world)],
});

export async function rule(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/alert-rules', await ruleDraft(world))).id;
}

export async function report(world: ExampleWorld): Promise<number> {
  return (await world.make('POST', '/reports', { name: world.name('Tier zero, monthly') })).id;
}
