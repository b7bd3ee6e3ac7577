import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';

const password = 'correct horse battery staple';
const lostIcon = { type: 'font-awesome', name: 'server' };

describe('changes of resources in the audit log', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    await app.call('GET', '/api/v2/self');
    await app.call('POST', '/api/v2/accounts', { name: 'ada', role: 'user', password });
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.query('TRUNCATE audit_log RESTART IDENTITY'));

  /** Action, resource, outcome and details, oldest first. */
  async function recorded(): Promise<unknown[][]> {
    const response = await app.call('GET', '/api/v2/audit?sort_by=id');
    const { data } = (await response.json()) as { data: Record<string, unknown>[] };
    return data.map(({ action, resource, outcome, details }) => [action, resource, outcome, details]);
  }

  it('records changes of asset groups and rejected attempts', async () => {
    const selectors = [{ name: 'A', selector: 'A' }];
    const id = await idOf(await app.call('POST', '/api/v2/asset-groups', { name: 'Mine', tag: 'mine', selectors }));
    await app.call('PUT', `/api/v2/asset-groups/${id}`, { name: 'Ours' });
    const others = ['B', 'C'].map((it) => ({ name: it, selector: it }));
    await app.call('PUT', `/api/v2/asset-groups/${id}/selectors`, { selectors: others });
    await app.call('DELETE', `/api/v2/asset-groups/${id}`);
    await app.call('DELETE', '/api/v2/asset-groups/1');
    const refusal = "path.asset_group_id: the asset group 1 is a system group; it can't be deleted";
    expect(await recorded()).toEqual([
      ['asset_group.create', 'asset-groups', 'success', { id, name: 'Mine', tag: 'mine', selectors: 1 }],
      ['asset_group.update', `asset-groups/${id}`, 'success', { name: 'Ours' }],
      ['asset_group.selectors', `asset-groups/${id}/selectors`, 'success', { added: 2, removed: 1 }],
      ['asset_group.delete', `asset-groups/${id}`, 'success', { name: 'Ours' }],
      ['asset_group.delete', 'asset-groups/1', 'failure', { reason: refusal }],
    ]);
  });

  it('records changes of custom nodes', async () => {
    const icon = { type: 'font-awesome', name: 'server', color: '#336699' };
    await app.call('POST', '/api/v2/custom-nodes', { custom_types: { Server: { icon }, Client: { icon } } });
    await app.call('PUT', '/api/v2/custom-nodes/Server', { config: { icon } });
    await app.call('DELETE', '/api/v2/custom-nodes/Server');
    await app.call('DELETE', '/api/v2/custom-nodes/Server');
    const reason = 'path.kind_name: the kind "Server" has no custom node';
    expect(await recorded()).toEqual([
      ['custom_node.create', 'custom-nodes', 'success', { kinds: ['Server', 'Client'] }],
      ['custom_node.update', 'custom-nodes/Server', 'success', { icon }],
      ['custom_node.delete', 'custom-nodes/Server', 'success', {}],
      ['custom_node.delete', 'custom-nodes/Server', 'failure', { reason }],
    ]);
  });

  it('records the creation and the deletion of SAML providers', async () => {
    const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/id">
      <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
      </md:IDPSSODescriptor></md:EntityDescriptor>`;
    const form = new FormData();
    form.append('name', 'corp');
    form.append('metadata', new Blob([metadata], { type: 'text/xml' }));
    const body = new Response(form);
    const response = await app.as('administrator', 'bearer', 'POST', '/api/v2/saml/providers', {
      headers: { 'Content-Type': body.headers.get('content-type') ?? '' },
      body: await body.text(),
    });
    expect(response.status).toBe(201);
    const id = await idOf(response);
    await app.call('DELETE', `/api/v2/saml/providers/${id}`);
    expect((await recorded()).filter(([action]) => action !== 'login')).toEqual([
      [
        'saml_provider.create',
        'saml/providers',
        'success',
        { id, name: 'corp', idp_issuer_uri: 'https://idp.example/id' },
      ],
      ['saml_provider.delete', `saml/providers/${id}`, 'success', {}],
    ]);
  });

  it('records uploads with their files', async () => {
    const id = await idOf(await app.call('POST', '/api/v2/file-upload/start'));
    const headers = { 'Content-Type': 'application/json', 'X-File-Upload-Name': 'users.json' };
    const body = '{"data":[],"meta":{"type":"users","version":5,"count":0}}';
    const target = `/api/v2/file-upload/${id}`;
    const response = await app.as('administrator', 'signature', 'POST', target, { headers, body });
    const { data } = (await response.json()) as { data: { id: number; sha256: string } };
    await app.call('POST', `${target}/end`);
    await app.call('POST', `${target}/end`);
    const file = { id: data.id, name: 'users.json', size: body.length, sha256: data.sha256 };
    expect(await recorded()).toEqual([
      ['upload.start', 'file-upload', 'success', { id }],
      ['upload.file', `file-upload/${id}`, 'success', file],
      ['upload.end', `file-upload/${id}`, 'success', {}],
      ['upload.end', `file-upload/${id}`, 'failure', { reason: expect.stringContaining('only a running upload') }],
    ]);
  });

  it('records requested runs of the analysis', async () => {
    const id = await idOf(await app.call('PUT', '/api/v2/analysis'));
    expect(await recorded()).toEqual([['analysis.request', 'analysis', 'success', { run_id: id }]]);
  });

  it.each([
    ['an asset group', 'asset_group', 'POST', '/asset-groups', { name: 'Theirs', tag: 'theirs' }],
    ['a custom node', 'custom_node', 'POST', '/custom-nodes', { custom_types: { Lost: { icon: lostIcon } } }],
    ['an upload', 'upload', 'POST', '/file-upload/start', undefined],
    ['a run of the analysis', 'analysis_run', 'PUT', '/analysis', undefined],
    ['a session', 'session', 'POST', '/login', { login_method: 'secret', username: 'ada', secret: password }],
  ])('does not create %s that cannot be recorded', async (_, table, method, path, body) => {
    await app.database.query('DELETE FROM analysis_run');
    const rows = () => app.database.query(`SELECT count(*)::int AS count FROM ${table}`);
    const before = await rows();
    await app.database.query('ALTER TABLE audit_log ADD CONSTRAINT nothing CHECK (false) NOT VALID');
    try {
      expect((await app.call(method, `/api/v2${path}`, body)).status).toBe(500);
    } finally {
      await app.database.query('ALTER TABLE audit_log DROP CONSTRAINT nothing');
    }
    expect(await rows()).toEqual(before);
  });
});

async function idOf(response: Response): Promise<string | number> {
  const { data } = (await response.json()) as { data: { id: string | number } };
  return data.id;
}
