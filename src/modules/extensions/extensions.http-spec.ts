import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenApi } from '../../../test/support/openapi.js';
import { refusal, TestCompatApi } from '../../compat/compat.fixture.js';
import { acme } from './extensions.fixture.js';

const takes = (value: string, words: string) => `${JSON.stringify(value)} is not valid; it takes ${words}`;

describe('extensions', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open();
  });
  afterAll(() => api.close());

  async function list(): Promise<{ id: number }[]> {
    const { status, body } = await api.call('GET', '/extensions');
    expect(status).toBe(200);
    return (body as { data: { extensions: { id: number }[] } }).data.extensions;
  }

  it('documents 201 for a new extension beside 200', async () => {
    const document = (await (await fetch(`${api.app.url}/api/v2/spec`)).json()) as OpenApi;
    const { responses } = document.paths['/api/v2/extensions']!['put']!;
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual(['200', '201']);
  });

  it('creates, replaces, lists and deletes an extension', async () => {
    expect(await api.call('GET', '/extensions')).toEqual({ status: 200, body: { data: { extensions: [] } } });
    expect(await api.call('PUT', '/extensions', acme)).toEqual({ status: 201, body: undefined });
    const [created] = await list();
    const id = created?.id ?? 0;
    expect(created).toEqual({ id, name: 'Acme', version: '1.0.0', is_builtin: false, namespace: 'ACME' });
    const next = { ...acme, schema: { ...acme.schema, version: '1.1.0' } };
    expect(await api.call('PUT', '/extensions', next)).toEqual({ status: 200, body: undefined });
    expect(await list()).toEqual([{ ...created, version: '1.1.0' }]);
    expect(await api.app.database.query('SELECT definition FROM extension')).toEqual([{ definition: next }]);
    expect(await api.call('DELETE', `/extensions/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await list()).toEqual([]);
    expect(refusal(await api.call('DELETE', `/extensions/${id}`))).toEqual([
      404,
      [{ context: 'path.extension_id', message: `there is no extension ${id}` }],
    ]);
    expect((await api.recorded('extension.save', 'extension.delete')).slice(0, 3)).toEqual([
      ['extension.save', 'extensions', { id, name: 'Acme', namespace: 'ACME', version: '1.0.0' }],
      ['extension.save', 'extensions', { id, name: 'Acme', namespace: 'ACME', version: '1.1.0' }],
      ['extension.delete', `extensions/${id}`, { name: 'Acme' }],
    ]);
  });

  it('creates an extension once that is sent several times at once', async () => {
    for (let round = 0; round < 5; round++) {
      const schema = { name: `Many${round}`, version: '1', namespace: `MANY${round}` };
      const answers = await Promise.all(Array.from({ length: 12 }, () => api.call('PUT', '/extensions', { schema })));
      expect([200, 201].map((it) => answers.filter(({ status }) => status === it).length)).toEqual([11, 1]);
    }
    for (const { id } of await list()) await api.call('DELETE', `/extensions/${id}`);
  });

  it('returns 409 for the namespace of another extension', async () => {
    const schema = { name: 'One', version: '1', namespace: 'SAME' };
    expect((await api.call('PUT', '/extensions', { schema })).status).toBe(201);
    expect(refusal(await api.call('PUT', '/extensions', { schema: { ...schema, name: 'Two' } }))).toEqual([
      409,
      [{ context: 'body.schema.namespace', message: 'another extension has the namespace SAME' }],
    ]);
  });

  it('returns 409 for a namespace whose kinds could be those of another extension', async () => {
    const schema = { name: 'Short', version: '1', namespace: 'LONG' };
    expect((await api.call('PUT', '/extensions', { schema })).status).toBe(201);
    const longer = { name: 'Long', version: '1', namespace: 'LONG_ER' };
    expect(refusal(await api.call('PUT', '/extensions', { schema: longer }))).toEqual([
      409,
      [
        {
          context: 'body.schema.namespace',
          message: 'another extension has the namespace LONG, so kinds could belong to both',
        },
      ],
    ]);
  });

  it.each(['a\0b', 'x'.repeat(257)])('returns 400 for the name and the version %j', async (text) => {
    const message = 'takes 1 to 256 characters, and no control characters';
    const schema = { name: text, version: text, namespace: 'ACME' };
    expect(refusal(await api.call('PUT', '/extensions', { schema }))).toEqual([
      400,
      ['body.schema.name', 'body.schema.version'].map((context) => ({ context, message })),
    ]);
  });

  it('returns 400 with each fault and its context', async () => {
    const broken = {
      schema: { name: '', version: 3, namespace: 'NO SPACE', display_name: [] },
      node_kinds: [{ name: 'x', is_display_kind: 'yes' }, 7, { name: 'x', info: { 'No!': { position: -1 } } }],
      environments: [{ environment_kind: 'E', principal_kinds: [1] }],
      relationship_findings: {},
    };
    const required = 'is required: a text that is not empty';
    expect(refusal(await api.call('PUT', '/extensions', broken))).toEqual([
      400,
      [
        { context: 'body.schema.name', message: required },
        { context: 'body.schema.version', message: required },
        { context: 'body.schema.namespace', message: 'takes 1 to 64 letters, digits, _ and -' },
        { context: 'body.schema.display_name', message: 'takes a text' },
        { context: 'body.node_kinds.0.is_display_kind', message: 'takes true or false' },
        { context: 'body.node_kinds.0.name', message: '"x" is not valid; kinds begin with NO SPACE_' },
        { context: 'body.node_kinds.1', message: 'takes an object' },
        { context: 'body.node_kinds.1.name', message: required },
        {
          context: 'body.node_kinds.2.info.No!',
          message: 'the name of a panel takes 1 to 128 characters out of a-z, 0-9, - and _',
        },
        { context: 'body.node_kinds.2.info.No!.title', message: required },
        { context: 'body.node_kinds.2.info.No!.position', message: 'takes an integer from 0' },
        { context: 'body.node_kinds.2.name', message: '"x" is not valid; kinds begin with NO SPACE_' },
        { context: 'body.node_kinds.2.name', message: 'the kind "x" is there more than once' },
        { context: 'body.environments.0.source_kind', message: required },
        { context: 'body.environments.0.principal_kinds.0', message: 'takes a text' },
        { context: 'body.relationship_findings', message: 'takes a list' },
      ],
    ]);
  });

  it('returns 400 for each name that the schema lacks, or that is not its own', async () => {
    const [kind, ...otherKinds] = acme.node_kinds;
    const broken = {
      ...acme,
      schema: { ...acme.schema, namespace: 'AZMGGroup' },
      node_kinds: [{ name: 'AZMGGroup_' }, { name: 'AZMGGroup_\t' }, { name: 'AZMGGroup_ReadWrite_All' }],
    };
    expect(refusal(await api.call('PUT', '/extensions', { ...broken, relationship_kinds: [] }))).toEqual([
      400,
      [
        { context: 'body.node_kinds.0.name', message: '"AZMGGroup_" is not valid; kinds begin with AZMGGroup_' },
        { context: 'body.node_kinds.1.name', message: 'takes 1 to 256 characters, and no control characters' },
        { context: 'body.node_kinds.2.name', message: 'the service has the kind "AZMGGroup_ReadWrite_All"' },
      ],
    ]);
    const [environment] = acme.environments;
    const [finding] = acme.relationship_findings;
    const dangling = {
      ...acme,
      node_kinds: otherKinds,
      environments: [{ ...environment, source_kind: 'ACME_User', principal_kinds: ['User'] }, environment],
      relationship_findings: [
        { ...finding, name: 'T0AddMember' },
        { ...finding, relationship_kind: 'ACME_Knows', environment_kind: 'ACME_User' },
        { ...finding, relationship_kind: 'AddMember' },
      ],
    };
    const kinds = 'one of relationship_kinds whose is_traversable is true';
    expect(refusal(await api.call('PUT', '/extensions', dangling))).toEqual([
      400,
      [
        ['environments.0.environment_kind', takes(kind!.name, 'one of node_kinds')],
        [
          'environments.0.source_kind',
          takes('ACME_User', 'a kind that is in neither node_kinds nor relationship_kinds'),
        ],
        ['environments.0.principal_kinds.0', takes('User', 'one of node_kinds')],
        ['environments.1.environment_kind', takes(kind!.name, 'one of node_kinds')],
        [
          'relationship_findings.0.name',
          takes('T0AddMember', 'a name that begins with ACME_ and is none of the service'),
        ],
        ['relationship_findings.1.relationship_kind', takes('ACME_Knows', kinds)],
        ['relationship_findings.1.environment_kind', takes('ACME_User', 'the environment_kind of one of environments')],
        ['relationship_findings.2.relationship_kind', takes('AddMember', kinds)],
        ['environments.1.environment_kind', takes('ACME_Org', 'a name that is there once')],
        ['relationship_findings.2.name', takes('ACME_OwnsTierZero', 'a name that is there once')],
      ].map(([context, message]) => ({ context: `body.${context}`, message })),
    ]);
  });

  it('returns 400 for more elements than a list may have', async () => {
    const many = Array.from({ length: 2001 }, (_, place) => ({ name: `ACME_${place}` }));
    expect(refusal(await api.call('PUT', '/extensions', { ...acme, node_kinds: many }))).toEqual([
      400,
      [{ context: 'body.node_kinds', message: 'takes at most 2000 elements' }],
    ]);
  });
});
