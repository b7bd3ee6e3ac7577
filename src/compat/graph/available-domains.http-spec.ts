import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { acme, acmeGraph } from '../../modules/extensions/extensions.fixture.js';
import { TestCompatApi } from '../compat.fixture.js';

describe('GET /api/v2/available-domains', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open();
    await writeGraph(api.app.database, [
      ...acmeGraph,
      described('S-1', ['Domain', 'Base'], { name: 'BIRCH.LOCAL', collected: true }),
      described('T-1', ['AZTenant', 'AZBase'], { name: 'CEDAR' }),
    ]);
  });
  afterAll(() => api.close());

  it('lists the environments of extensions beside domains and tenants, while there is the extension', async () => {
    const domain = { type: 'active-directory', name: 'BIRCH.LOCAL', id: 'S-1', collected: true };
    const tenant = { type: 'azure', name: 'CEDAR', id: 'T-1', collected: false };
    expect(await api.call('GET', '/available-domains')).toEqual({ status: 200, body: { data: [domain, tenant] } });
    await api.call('PUT', '/extensions', acme);
    const { body } = await api.call('GET', '/extensions');
    const [{ id } = { id: 0 }] = (body as { data: { extensions: { id: number }[] } }).data.extensions;
    const environment = {
      type: 'ACME_Org',
      name: 'ACME INC',
      id: 'Org-1',
      collected: true,
      environment_kind_id: id * 10_000 + 1,
      environment_kind_name: 'ACME_Org',
      environment_kind_display_name: 'Organization',
    };
    expect(await api.call('GET', '/available-domains')).toEqual({
      status: 200,
      body: { data: [environment, domain, tenant] },
    });
    expect((await api.call('GET', '/available-domains?collected=true&sort_by=-name')).body).toEqual({
      data: [domain, environment],
    });
    await api.call('DELETE', `/extensions/${id}`);
    expect((await api.call('GET', '/available-domains')).body).toEqual({ data: [domain, tenant] });
  });
});
