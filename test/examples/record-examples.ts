import { textOf } from '../../demo/generator/payload.js';
import {
  type Example,
  type Examples,
  examplesOf,
  type StoredExamples,
} from '../../src/observability/reference/describe-examples.js';
import type { TestApp } from '../support/app.js';
import type { OpenApi } from '../support/openapi.js';
import { type Call, type Parameters as Values } from './call-makers.js';
import { calls } from './example-calls.js';
import { type ExampleWorld, type Form, type Mode, modes, type Sent } from './example-world.js';
import { plainValues, uuidsIn } from './plain-values.js';

type Operation = OpenApi['paths'][string][string];

const kindsByFolder: Readonly<Record<string, string>> = {
  aiacas: 'AIACA',
  base: 'User',
  certtemplates: 'CertTemplate',
  computers: 'Computer',
  containers: 'Container',
  domains: 'Domain',
  enterprisecas: 'EnterpriseCA',
  gpos: 'GPO',
  groups: 'Group',
  issuancepolicies: 'IssuancePolicy',
  ntauthstores: 'NTAuthStore',
  ous: 'OU',
  rootcas: 'RootCA',
  sites: 'Site',
  siteservers: 'SiteServer',
  sitesubnets: 'SiteSubnet',
  users: 'User',
};

/** Reads first, which the community edition repeats, and deletions last. */
const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const placeOf = (name: string) => order.indexOf(name.split(' ', 1)[0]!);

const modeOf = (edition: 'community' | 'enterprise', form: Form): Mode =>
  form === '' ? edition : `${edition} ${form}`;

/** Calls each operation of the documents. */
export async function recordExamples(
  world: ExampleWorld,
  documents: Readonly<Record<Mode, OpenApi>>,
): Promise<StoredExamples> {
  return new Recorder(world, documents).record();
}

class Recorder {
  private readonly known: ReadonlySet<string>;
  private readonly recorded: Record<Mode, Record<string, Example>> = {
    enterprise: {},
    'enterprise bloodhound': {},
    community: {},
    'community bloodhound': {},
  };

  constructor(
    private readonly world: ExampleWorld,
    private readonly documents: Readonly<Record<Mode, OpenApi>>,
  ) {
    const { estate } = world;
    const runs = Array.from({ length: estate.cloudRuns }, (_, run) => estate.cloudRun(run));
    const payloads = [...estate.directoryRun(), ...runs, estate.codeHosting()];
    this.known = new Set(payloads.flatMap((it) => uuidsIn(textOf(it))));
  }

  async record(): Promise<StoredExamples> {
    const names = operationsOf(this.documents['enterprise bloodhound']).map(([name]) => name);
    for (const name of names.toSorted().toSorted((one, other) => placeOf(one) - placeOf(other)))
      await this.recordOne(name);
    return this.recorded;
  }

  private async recordOne(name: string): Promise<void> {
    let sent: (Sent & Call) | undefined;
    for (const form of ['', 'bloodhound'] as const) {
      const operation = operationOf(this.documents[modeOf('enterprise', form)], name);
      if (!operation) continue;
      sent = sent && isRepeatable(name) ? sent : await this.sentOf(name, operation);
      const example = await this.exampleOf(sent, form, operation);
      this.recorded[modeOf('enterprise', form)][name] = example;
      const community = modeOf('community', form);
      if (!operationOf(this.documents[community], name)) continue;
      const isRead = sent.method === 'GET';
      const ofCommunity = isRead
        ? await this.exampleOf(sent, form, operation, this.world.services['community bloodhound'])
        : example;
      this.recorded[community][name] = ofCommunity;
    }
  }

  private async exampleOf(sent: Sent & Call, form: Form, operation: Operation, app?: TestApp): Promise<Example> {
    const answer = await this.world.call(form, sent, app);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${sent.method} ${sent.target} answered ${answer.status}: ${text}`);
    const plain = plainValues(this.known);
    const parameters = Object.entries({ ...sent.path, ...sent.query }).map(([name, value]) => [
      name,
      plain(typed(value, operation.parameters?.find((it) => it.name === name)?.schema)),
    ]);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
      ...(sent.body !== undefined && { body: plain(isFile(operation) ? JSON.stringify(sent.body) : sent.body) }),
      ...(isJson && hasJson(operation) && { answer: plain(JSON.parse(text)) }),
    };
  }

  private async sentOf(name: string, operation: Operation): Promise<Sent & Call> {
    const [method = '', pattern = ''] = name.split(' ');
    const { path = {}, query = {}, ...call } = (await calls[name]?.(this.world)) ?? {};
    const lacksObject = name.includes('{object_id}') && !('object_id' in path);
    const places = lacksObject ? { ...path, object_id: await this.objectOf(name) } : path;
    const isPage = !call.isCount && operation.parameters?.some((it) => it.name === 'limit');
    const asked = isPage ? { ...query, limit: 1 } : query;
    return { ...call, method, target: targetOf(pattern, places, asked), path: places, query: asked };
  }

  /** The first object of the kind with something in its list. */
  private async objectOf(name: string): Promise<string> {
    const [, , , folder = '', , list] = name.split('/');
    const kind = kindsByFolder[folder];
    if (kind === undefined) throw new Error(`add the kind of ${name}`);
    const candidates = await this.world.objectsOf(kind);
    for (const objectId of list === undefined ? [] : candidates) {
      const target = `/api/v2/${folder}/${encodeURIComponent(objectId)}/${list}?limit=1`;
      const answer = await (await this.world.call('', { method: 'GET', target })).json();
      if (/"count":[1-9]/.test(JSON.stringify(answer))) return objectId;
    }
    if (candidates[0] === undefined) throw new Error(`the estate has no ${kind}`);
    return candidates[0];
  }
}

function operationOf({ paths }: OpenApi, name: string): Operation | undefined {
  const [method = '', path = ''] = name.split(' ');
  return paths[path]?.[method.toLowerCase()];
}

/** The operations of a document with their names, such as `GET /api/v2/self`. */
export function operationsOf({ paths }: OpenApi): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, it]): [string, Operation] => [`${method.toUpperCase()} ${path}`, it]),
  );
}

/** Whether a body is a file, which a schema calls a text. */
function isFile({ requestBody }: Operation): boolean {
  const schema = requestBody?.content['application/json']?.schema ?? {};
  return 'type' in schema && schema.type === 'string';
}

/** A job is cancelled once. */
function isRepeatable(name: string): boolean {
  return /^(GET|PUT|PATCH)/.test(name) && !name.endsWith('/cancel');
}

/** Whether a success of the operation has a body in JSON. */
export function hasJson({ responses }: Operation): boolean {
  return Object.entries(responses).some(([status, it]) => status.startsWith('2') && it.content?.['application/json']);
}

function targetOf(path: string, places: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((it): [string, string] => [name, String(it)]),
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs).toString()}`;
}

/** A parameter as its schema has it. */
function typed(value: unknown, schema: object = {}): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'array') return [value].flat();
  if (type === 'boolean') return value === 'true';
  return type === 'integer' ? Number(value) : value;
}

/** The text of the file of examples, an operation a line: of each mode what differs from those before it. */
export function fileOf(recorded: StoredExamples): string {
  const stored: Partial<Record<Mode, Examples>> = {};
  for (const mode of modes) {
    const edition = mode.startsWith('enterprise') ? 'enterprise' : 'community';
    const known = examplesOf(stored, edition, mode === edition ? '' : 'bloodhound');
    const added = Object.entries(recorded[mode]).filter(
      ([name, example]) => JSON.stringify(known[name]) !== JSON.stringify(example),
    );
    stored[mode] = Object.fromEntries(added);
  }
  const parts = Object.entries(stored).map(([mode, examples]) => {
    const lines = Object.entries(examples).map(([name, it]) => `${JSON.stringify(name)}:${JSON.stringify(it)}`);
    return `${JSON.stringify(mode)}:{\n${lines.toSorted().join(',\n')}\n}`;
  });
  return `{${parts.join(',\n')}}\n`;
}
