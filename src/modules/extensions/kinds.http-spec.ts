import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { knownProperties } from '../../graph/conditions/known-properties.js';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';

const acme = {
  schema: { name: 'Acme', display_name: 'Acme Cloud', version: '1.0.0', namespace: 'ACME' },
  node_kinds: [
    {
      name: 'ACME_User',
      display_name: 'User',
      is_display_kind: true,
      icon: 'user',
      color: '#336699',
      info: { general: { title: 'General', position: 0 } },
    },
    { name: 'ACME_Group' },
  ],
  relationship_kinds: [{ name: 'ACME_Owns', description: 'Owns it', is_traversable: true }, { name: 'ACME_Knows' }],
};
const ofAcme = { name: 'Acme', display_name: 'Acme Cloud', namespace: 'ACME', version: '1.0.0' };
const ofService = { extension_id: 0, version: '' };

describe.each(['community', 'enterprise'] as const)('kinds in the %s edition', (edition) => {
  let app: TestApp;
  let acmeId: number;

  beforeAll(async () => {
    app = await testApp({ edition });
    await writeGraph(app.database, [
      described('A', ['ACME_User'], { name: 'A' }),
      described('B', ['User', 'Base'], { name: 'B' }),
      edge('A', 'ACME_Owns', 'B'),
    ]);
    await app.call('PUT', '/api/v2/extensions', acme);
    const { data } = (await get('/extensions')) as { data: { extensions: { id: number }[] } };
    acmeId = data.extensions[0]?.id ?? 0;
  });
  afterAll(() => app.close());

  async function get(path: string, status = 200): Promise<unknown> {
    const response = await app.call('GET', `/api/v2${path}`);
    expect(response.status).toBe(status);
    return response.json();
  }

  async function names(query: string): Promise<string[]> {
    const { data } = (await get(`/graphs/kinds${query}`)) as { data: { kinds: string[] } };
    return data.kinds;
  }

  it('are listed by name, with those that files have added', async () => {
    const known = kindDefinitions.filter(({ id }) => id > 0).map(({ name }) => name);
    const added = ['ACME_Group', 'ACME_Knows', 'ACME_Owns', 'ACME_User'];
    const all = [...known, ...added].toSorted();
    expect(await names('')).toEqual(all);
    const [ofNodes, ofEdges] = [await names('?type=node'), await names('?type=eq:edge')];
    expect([...new Set([...ofNodes, ...ofEdges])].toSorted()).toEqual(all);
    expect(ofNodes.filter((it) => ofEdges.includes(it))).toEqual(added);
    expect([ofNodes.includes('User'), ofNodes.includes('MemberOf')]).toEqual([true, false]);
    expect([ofEdges.includes('AZOwns'), ofEdges.includes('Domain')]).toEqual([true, false]);
    expect(await names('?type=neq:node')).toEqual(ofEdges);
    expect(await get('/graphs/kinds?type=table', 400)).toMatchObject({
      errors: [
        {
          code: 'filter.invalid_value',
          context: 'query.type',
          message: '"table" is not valid; it takes one of node, edge, optionally after eq: ~eq: neq:',
        },
      ],
    });
  });

  it('of edges are described on request', async () => {
    const { data } = (await get('/graphs/kinds?descriptions=true')) as {
      data: { kinds: string[]; descriptions: { name: string }[] };
    };
    expect(data.kinds).toEqual(await names(''));
    const edgeKinds = await names('?type=edge');
    expect(data.descriptions.map(({ name }) => name)).toEqual(edgeKinds.filter((name) => !name.startsWith('ACME_')));
    expect(data.descriptions.find(({ name }) => name === 'GetChanges')).toEqual({
      name: 'GetChanges',
      family: 'Trusts and replication',
      is_traversable: false,
      sentence: 'may replicate ordinary attributes of',
      rule: 'A collector reads an access control entry with DS-Replication-Get-Changes on the domain.',
      meaning: 'The start may ask a domain controller for changes, without secrets.',
      danger: 'The edge gives no control by itself. With GetChangesAll or GetChangesInFilteredSet it copies secrets.',
      detection: 'Event 4662 with 1131f6aa-9c07-11d1-f79f-00c04fc2dcd2.',
      remediation:
        'Remove the access control entry with Replicating Directory Changes, or the inherited entry at the container that has it.',
      references: [
        'https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-drsr/f977faaa-673e-4f66-b9bf-48c640241d47',
        'https://attack.mitre.org/techniques/T1003/006/',
      ],
    });
    expect(data.descriptions.find(({ name }) => name === 'DCSync')).toMatchObject({
      is_traversable: true,
      sentence: 'may copy all secrets of',
      example: {
        edges: [
          { source: 'ADA', kind: 'MemberOf', target: 'SYNC ADMINS' },
          { source: 'SYNC ADMINS', kind: 'GetChanges', target: 'BIRCH.LOCAL' },
          { source: 'ADA', kind: 'GetChangesAll', target: 'BIRCH.LOCAL' },
        ],
        derived: { source: 'ADA', kind: 'DCSync', target: 'BIRCH.LOCAL' },
      },
    });
    expect(await get('/graphs/kinds?type=node&descriptions=true')).toMatchObject({ data: { descriptions: [] } });
  });

  it('come with known properties on request', async () => {
    const { data } = (await get('/graphs/kinds?type=node&properties=true')) as { data: { properties: object[] } };
    expect(data.properties[0]).toEqual({ name: 'admincount', type: 'boolean', kinds: ['User', 'Computer', 'Group'] });
    expect(data.properties).toHaveLength(knownProperties.size);
  });

  it('of edges are listed with their source, and filtered', async () => {
    const ofExtension = [
      {
        id: acmeId * 10_000 + 2,
        name: 'ACME_Knows',
        description: '',
        is_traversable: false,
        schema_name: 'Acme',
        is_builtin: false,
      },
      {
        id: acmeId * 10_000 + 1,
        name: 'ACME_Owns',
        description: 'Owns it',
        is_traversable: true,
        schema_name: 'Acme',
        is_builtin: false,
      },
    ];
    expect(await get('/extensions-edges?schemas=Acme')).toEqual({ data: ofExtension });
    expect(await get('/extensions-edges?schemas=Acme&is_traversable=neq:true')).toEqual({ data: [ofExtension[0]] });
    const { data } = (await get('/extensions-edges?schemas=AZ&schemas=AD&is_traversable=true')) as {
      data: { name: string; schema_name: string }[];
    };
    expect(data.map(({ name }) => name).toSorted()).toEqual(
      kindDefinitions.filter(({ traversable }) => traversable).map(({ name }) => name).toSorted(), // prettier-ignore
    );
    expect(data.find(({ name }) => name === 'AZOwns')).toEqual({
      id: 202,
      name: 'AZOwns',
      description: 'Owners manage the object without any role in the directory.',
      is_traversable: true,
      schema_name: 'AZ',
      is_builtin: true,
    });
    expect(await get('/extensions-edges?schemas=None')).toEqual({ data: [] });
  });

  it('that an extension or a custom node names stay listed after their data are deleted', async () => {
    await writeGraph(app.database, [described('C', ['Drawn']), described('D', ['Gone'])]);
    const icon = { type: 'font-awesome', name: 'gear', color: '#336699' };
    await app.call('POST', '/api/v2/custom-nodes', { custom_types: { Drawn: { icon } } });
    expect((await app.call('DELETE', '/api/v2/graph?all=true')).status).toBe(200);
    const foreign = (await names('')).filter((it) => !kindDefinitions.some(({ name }) => name === it));
    expect(foreign).toEqual(['ACME_Group', 'ACME_Knows', 'ACME_Owns', 'ACME_User', 'Drawn']);
  });

  it('of nodes are shown as an extension describes them', async () => {
    const extension = { extension_id: acmeId, ...ofAcme };
    expect(await get(`/node-kinds/${acmeId * 10_000 + 1}`)).toEqual({
      data: {
        node_kind_id: acmeId * 10_000 + 1,
        name: 'ACME_User',
        display_name: 'User',
        description: '',
        is_display_kind: true,
        icon: 'user',
        color: '#336699',
        extension,
        info: { general: { title: 'General', position: 0 } },
      },
    });
    expect(await get(`/node-kinds/${acmeId * 10_000 + 2}`)).toMatchObject({
      data: { name: 'ACME_Group', display_name: '', is_display_kind: false, icon: '', color: '', info: {} },
    });
    expect(await get('/node-kinds/4')).toEqual({
      data: {
        node_kind_id: 4,
        name: 'User',
        display_name: 'User',
        description: '',
        is_display_kind: true,
        icon: '',
        color: '',
        extension: { ...ofService, name: 'AD', display_name: 'Active Directory', namespace: 'AD' },
        info: {},
      },
    });
  });

  it('of edges are shown as an extension describes them', async () => {
    expect(await get(`/relationship-kinds/${acmeId * 10_000 + 1}`)).toEqual({
      data: {
        relationship_kind_id: acmeId * 10_000 + 1,
        name: 'ACME_Owns',
        description: 'Owns it',
        is_traversable: true,
        info: {},
        extension: { extension_id: acmeId, ...ofAcme },
      },
    });
    const { data } = (await get('/relationship-kinds/202')) as { data: { info: Record<string, object> } };
    expect(data).toMatchObject({
      name: 'AZOwns',
      description: 'Owners manage the object without any role in the directory.',
      extension: { ...ofService, name: 'AZ', display_name: 'Entra ID and Azure' },
    });
    expect(Object.keys(data.info)).toEqual(['rule', 'danger', 'detection', 'remediation', 'references']);
    expect(data.info['references']).toEqual({
      title: 'References',
      position: 4,
      markdown: {
        content:
          '- <https://posts.specterops.io/azure-privilege-escalation-via-service-principal-abuse-210ae2be2a5>\n' +
          '- <https://attack.mitre.org/techniques/T1098/001/>',
      },
    });
  });

  it.each([
    ['/node-kinds/1', 'path.node_kind_id', 'there is no node kind 1'],
    ['/relationship-kinds/4', 'path.relationship_kind_id', 'there is no relationship kind 4'],
  ])('answer 404 to %s', async (path, context, message) => {
    expect(await get(path, 404)).toMatchObject({ errors: [{ code: 'resource.not_found', context, message }] });
  });
});
