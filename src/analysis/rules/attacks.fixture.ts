import type { Properties } from '../../graph/records.js';
import { edge, type RecordPart } from '../../graph/graph-records.fixture.js';
import { ad } from '../analysis.fixture.js';
import { DirectoryRole } from './cloud/directory-roles.js';

const agentPurpose = ['1.3.6.1.4.1.311.20.2.1'];

/** An attack with all that it needs and nothing else. Nodes are in domain `D`. */
export interface Attack {
  /** `start kind end` */
  readonly edge: string;
  readonly nodes: Readonly<Record<string, readonly [kind: string, properties?: Properties]>>;
  /** Each is needed. */
  readonly edges: readonly string[];
  /** The edges of the proof that are derived, too. */
  readonly derived: readonly string[];
  /** By node: values of a property with which nothing follows; undefined: it is missing. */
  readonly needed: Readonly<Record<string, Readonly<Record<string, readonly (Properties[string] | undefined)[]>>>>;
}

const isFalse = { bad: [true, undefined] };
const authority = {
  D: ['Domain'],
  ROOT: ['RootCA', { certthumbprint: 'R', certchain: ['R'] }],
  STORE: ['NTAuthStore', { certthumbprints: ['E'] }],
  HOST: ['Computer', { enabled: true }],
} as const;
const ca = { certthumbprint: 'E', certchain: ['E', 'R'] };
const chain = ['ROOT RootCAFor D', 'STORE NTAuthStoreFor D'];
const linked = ['CA IssuedSignedBy ROOT', 'CA TrustedForNTAuth STORE'];
const published = [...chain, 'HOST HostsCAService CA', 'T PublishedTo CA'];
const neededOfAuthority = { HOST: { enabled: [false, undefined] }, CA: { certchain: [['E', 'GONE']] } };

const noApproval = { requiresmanagerapproval: false };
const unsigned = { schemaversion: 2, authorizedsignatures: 0 };
const neededOfTemplate = {
  requiresmanagerapproval: isFalse.bad,
  authorizedsignatures: [1, undefined],
};
const isTrue = [false, undefined];

/** An account gets a certificate for itself. */
function ofEnrollee(
  kind: string,
  template: Properties,
  needed: Attack['needed'],
  others: Partial<Attack> & { readonly authority?: Properties } = {},
): Attack {
  return {
    edge: `U ${kind} D`,
    nodes: {
      ...authority,
      CA: ['EnterpriseCA', { ...ca, ...others.authority }],
      T: ['CertTemplate', { ...noApproval, ...unsigned, ...withoutDns, ...template }],
      U: ['User'],
      ...others.nodes,
    },
    edges: [...published, 'U Enroll T', 'U Enroll CA', ...(others.edges ?? [])],
    derived: [...linked, ...(others.derived ?? [])],
    needed: {
      ...neededOfAuthority,
      ...needed,
      CA: { ...neededOfAuthority.CA, ...needed['CA'] },
      T: { ...neededOfTemplate, ...needed['T'] },
    },
  };
}

const withoutDns = { subjectaltrequiredns: false, subjectaltrequiredomaindns: false };
const upnController = { DC: ['Computer', { certificatemappingmethodsraw: 28 }] } as const;
const weakController = { DC: ['Computer', { strongcertificatebindingenforcementraw: 1 }] } as const;
const neededOfUpn = { DC: { certificatemappingmethodsraw: [24, undefined] } };
const neededOfWeak = { DC: { strongcertificatebindingenforcementraw: [2, undefined] } };
const namesFromRequests = { isuserspecifiessanenabledcollected: true, isuserspecifiessanenabled: true };
const neededOfNames = { isuserspecifiessanenabledcollected: isTrue, isuserspecifiessanenabled: isTrue };

/** An account controls another one, whose name it changes. */
function ofVictim(kind: string, victim: string, template: Properties, needed: Attack['needed']): Attack {
  const isUpn = kind.startsWith('ADCSESC10');
  const attack = ofEnrollee(
    kind,
    { enrolleesuppliessubject: false, ...template },
    {
      ...(isUpn ? neededOfUpn : neededOfWeak),
      ...needed,
      T: { enrolleesuppliessubject: [true, undefined], ...needed['T'] },
    },
    { nodes: { V: [victim], ...(isUpn ? upnController : weakController) } },
  );
  return { ...attack, edges: [...published, 'DC DCFor D', 'V Enroll T', 'V Enroll CA', 'U GenericWrite V'] };
}

const upn = { subjectaltrequireupn: true, subjectaltrequirespn: false };
const neededUpn = { subjectaltrequireupn: [false, undefined] };
const dns = { subjectaltrequiredns: true };

const agentNodes = {
  ...authority,
  CA: ['EnterpriseCA', { ...ca, enrollmentagentrestrictionscollected: true }],
  A: ['CertTemplate', { ...noApproval, ...unsigned, ...withoutDns, effectiveekus: agentPurpose }],
  T: [
    'CertTemplate',
    {
      ...noApproval,
      schemaversion: 2,
      authorizedsignatures: 1,
      applicationpolicies: agentPurpose,
      authenticationenabled: true,
    },
  ],
} as const;
const neededOfAgents = {
  A: { effectiveekus: [[], ['2.5.29.37.0', ...agentPurpose], undefined] },
  T: { schemaversion: [0, undefined], authorizedsignatures: [0, undefined], applicationpolicies: [[], undefined] },
  CA: neededOfAuthority.CA,
};

const coerced = { restrictoutboundntlm: false };
const neededOfCoerced = { restrictoutboundntlm: [true, undefined] };
const everybody = { 'D-S-1-5-11': ['Group'] } as const;

function toLdap(protocol: string, available: string, weakness: string): Attack {
  return {
    edge: `D-S-1-5-11 CoerceAndRelayNTLMTo${protocol} W`,
    nodes: {
      D: ['Domain'],
      ...everybody,
      W: ['Computer', { ...coerced, webclientrunning: true }],
      DC: ['Computer', { isdc: true, [available]: true, [weakness]: false }],
    },
    edges: ['DC DCFor D'],
    derived: [],
    needed: {
      W: { ...neededOfCoerced, webclientrunning: isTrue },
      DC: { [available]: isTrue, [weakness]: [true, undefined] },
    },
  };
}

export const attacks: readonly Attack[] = [
  ofEnrollee(
    'ADCSESC1',
    { authenticationenabled: true, enrolleesuppliessubject: true },
    { T: { authenticationenabled: isTrue, enrolleesuppliessubject: isTrue } },
  ),
  {
    edge: 'U ADCSESC3 D',
    nodes: { ...agentNodes, U: ['User'] },
    edges: [...published, 'A PublishedTo CA', 'U Enroll A', 'U Enroll T', 'U Enroll CA'],
    derived: [...linked, 'A EnrollOnBehalfOf T'],
    needed: {
      HOST: neededOfAuthority.HOST,
      A: { ...neededOfAgents.A, requiresmanagerapproval: isFalse.bad, authorizedsignatures: [1, undefined] },
      T: { ...neededOfAgents.T, requiresmanagerapproval: isFalse.bad, authenticationenabled: isTrue },
      CA: { ...neededOfAgents.CA, enrollmentagentrestrictionscollected: isTrue },
    },
  },
  {
    edge: 'A EnrollOnBehalfOf T',
    nodes: agentNodes,
    edges: [...chain, 'T PublishedTo CA', 'A PublishedTo CA'],
    derived: linked,
    needed: neededOfAgents,
  },
  {
    ...ofEnrollee('ADCSESC4', {}, {}),
    edges: [...published, 'U GenericAll T', 'U Enroll CA'],
    needed: neededOfAuthority,
  },
  ofEnrollee(
    'ADCSESC6a',
    { authenticationenabled: true, nosecurityextension: true },
    { T: { authenticationenabled: isTrue, nosecurityextension: isTrue }, CA: neededOfNames },
    { authority: namesFromRequests },
  ),
  ofEnrollee(
    'ADCSESC16',
    { authenticationenabled: true },
    {
      T: { authenticationenabled: isTrue, schemaversion: [0, undefined] },
      CA: { ...neededOfNames, disabledextensionscollected: isTrue, disabledextensions: [['1.2'], undefined] },
    },
    {
      authority: {
        ...namesFromRequests,
        disabledextensionscollected: true,
        disabledextensions: ['1.2', '1.3.6.1.4.1.311.25.2'],
      },
    },
  ),
  {
    edge: 'U AZManageEntraDS S',
    nodes: {
      S: ['AZEntraDS'],
      RG: ['AZResourceGroup'],
      U: ['AZUser'],
      G: ['AZGroup'],
      R: ['AZGroup', { isassignabletorole: true }],
      APP: ['AZRole', { templateid: DirectoryRole.ApplicationAdministrator }],
      GROUPS: ['AZRole', { templateid: DirectoryRole.GroupsAdministrator }],
    },
    edges: [
      'RG AZContains S',
      'G AZEntraDSContributor RG',
      'U AZMemberOf G',
      'U AZHasRole APP',
      'U AZMemberOf R',
      'R AZHasRole GROUPS',
    ],
    derived: [],
    needed: {
      R: { isassignabletorole: isTrue },
      APP: { templateid: [DirectoryRole.ReportsReader] },
      GROUPS: { templateid: [DirectoryRole.ApplicationAdministrator] },
    },
  },
  {
    edge: 'U AZAddEntraDSGroupMember SYNCED',
    nodes: { U: ['AZUser'], G: ['AZGroup'], SELF: ['User'], SYNCED: ['Group'] },
    edges: ['U SyncedToEntraDSUser SELF', 'U AZOwns G', 'G SyncedToEntraDSGroup SYNCED'],
    derived: [],
    needed: {},
  },
  ofEnrollee(
    'ADCSESC6b',
    { schannelauthenticationenabled: true },
    { T: { schannelauthenticationenabled: isTrue }, CA: neededOfNames, ...neededOfUpn },
    { authority: namesFromRequests, nodes: upnController, edges: ['DC DCFor D'] },
  ),
  ofVictim(
    'ADCSESC9a',
    'User',
    { authenticationenabled: true, nosecurityextension: true, ...upn },
    { T: { authenticationenabled: isTrue, nosecurityextension: isTrue, ...neededUpn } },
  ),
  ofVictim(
    'ADCSESC9b',
    'Computer',
    { authenticationenabled: true, nosecurityextension: true, ...dns },
    { T: { authenticationenabled: isTrue, nosecurityextension: isTrue, subjectaltrequiredns: isTrue } },
  ),
  ofVictim(
    'ADCSESC10a',
    'User',
    { schannelauthenticationenabled: true, ...upn },
    { T: { schannelauthenticationenabled: isTrue, ...neededUpn } },
  ),
  ofVictim(
    'ADCSESC10b',
    'Computer',
    { schannelauthenticationenabled: true, ...dns },
    { T: { schannelauthenticationenabled: isTrue, subjectaltrequiredns: isTrue } },
  ),
  {
    ...ofEnrollee(
      'ADCSESC13',
      { authenticationenabled: true, certificatepolicy: ['1.2'] },
      { T: { authenticationenabled: isTrue, certificatepolicy: [['1.3'], undefined] } },
      {
        nodes: { P: ['IssuancePolicy', { certtemplateoid: '1.2' }], G: ['Group'] },
        edges: ['P OIDGroupLink G'],
        derived: ['T ExtendedByPolicy P'],
      },
    ),
    edge: 'U ADCSESC13 G',
  },
  {
    edge: 'HOST GoldenCert D',
    nodes: { ...authority, CA: ['EnterpriseCA', ca] },
    edges: [...chain, 'HOST HostsCAService CA'],
    derived: linked,
    needed: neededOfAuthority,
  },
  {
    edge: 'D-S-1-5-11 CoerceAndRelayNTLMToSMB C',
    nodes: { D: ['Domain'], ...everybody, C: ['Computer', { smbsigning: false }], ADM: ['Computer', coerced] },
    edges: ['ADM AdminTo C'],
    derived: [],
    needed: { C: { smbsigning: [true, undefined] }, ADM: neededOfCoerced },
  },
  toLdap('LDAP', 'ldapavailable', 'ldapsigning'),
  toLdap('LDAPS', 'ldapsavailable', 'ldapsepa'),
  {
    edge: 'D-S-1-5-11 CoerceAndRelayNTLMToADCS W',
    nodes: {
      ...authority,
      ...everybody,
      W: ['Computer', coerced],
      CA: ['EnterpriseCA', { ...ca, hasvulnerableendpoint: true }],
      T: ['CertTemplate', { ...noApproval, ...unsigned, authenticationenabled: true }],
    },
    edges: [...published, 'W Enroll T', 'W Enroll CA'],
    derived: linked,
    needed: {
      ...neededOfAuthority,
      W: neededOfCoerced,
      CA: { ...neededOfAuthority.CA, hasvulnerableendpoint: isTrue },
      T: { ...neededOfTemplate, authenticationenabled: isTrue },
    },
  },
  {
    edge: 'D HasTrustKeys A',
    nodes: {
      D: ['Domain', { collected: true, netbios: 'D' }],
      B: ['Domain', { domainsid: 'B' }],
      A: ['User', { domainsid: 'B', samaccountname: 'D$' }],
    },
    edges: ['D SameForestTrust B'],
    derived: [],
    needed: { D: { collected: isTrue, netbios: ['X', undefined] }, A: { samaccountname: ['D', undefined] } },
  },
  {
    edge: 'S ProtectAdminGroups U',
    nodes: {
      D: ['Domain', { collected: true }],
      S: ['Container', { distinguishedname: 'CN=ADMINSDHOLDER,CN=SYSTEM,DC=D' }],
      U: ['User', { adminsdholderprotected: true }],
    },
    edges: [],
    derived: [],
    needed: {
      D: { collected: isTrue },
      S: { distinguishedname: ['CN=SYSTEM,DC=D'] },
      U: { adminsdholderprotected: isTrue },
    },
  },
];

/** Names of edges and nodes with a prefix, so that variants of an attack fit in one graph. */
export function prefixed(prefix: string, line: string): string {
  const [source = '', kind = '', target = ''] = line.split(' ');
  return `${prefix}${source} ${kind} ${prefix}${target}`;
}

/** The records of an attack. It has domains and certificates of its own. */
export function recordsOf({ nodes, edges }: Pick<Attack, 'nodes' | 'edges'>, prefix: string): RecordPart[] {
  const own = (value: Properties[string] | undefined) =>
    Array.isArray(value) ? value.map((it) => prefix + String(it)) : prefix + String(value);
  const ownNames = [
    'certthumbprint',
    'certthumbprints',
    'certchain',
    'domainsid',
    'certificatepolicy',
    'certtemplateoid',
  ];
  return [
    ...Object.entries(nodes).map(([name, [kind, properties = {}]]) => {
      const entries = Object.entries({ domainsid: 'D', ...properties });
      return ad(
        prefix + name,
        kind,
        Object.fromEntries(entries.map(([key, value]) => [key, ownNames.includes(key) ? own(value) : value])),
      );
    }),
    ...edges.map((line) => {
      const [source = '', kind = '', target = ''] = prefixed(prefix, line).split(' ');
      return edge(source, kind, target);
    }),
  ];
}

interface Variant {
  readonly name: string;
  readonly attack: Attack;
}

/** The attack without one of its edges, or with another value of a property, in turn. */
export function variantsOf(attack: Attack): Variant[] {
  const withoutEdge = attack.edges.map((line) => ({
    name: `without_${line.replaceAll(' ', '_')}`,
    attack: { ...attack, edges: attack.edges.filter((it) => it !== line) },
  }));
  const withValue = Object.entries(attack.needed).flatMap(([node, properties]) =>
    Object.entries(properties).flatMap(([property, values]) =>
      values.map((value) => {
        const [kind = '', its = {}] = attack.nodes[node] ?? [];
        const { [property]: _, ...others } = its;
        const changed: Attack['nodes'][string] = [
          kind,
          value === undefined ? others : { ...others, [property]: value },
        ];
        const name = `${node}.${property}=${JSON.stringify(value)}`;
        return { name, attack: { ...attack, nodes: { ...attack.nodes, [node]: changed } } };
      }),
    ),
  );
  return [...withoutEdge, ...withValue];
}
