import fc from 'fast-check';
import type { Highs } from 'highs';
import { Kind, kindNames } from '../../graph/kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainEdge } from '../../graph/memory/graph-data.fixture.js';
import type { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import type { AnswerWithNeeds } from '../../graph/questions/needs.js';
import { composition } from '../../graph/questions/paths/composition.js';
import type { PathEdge } from '../../graph/questions/paths/path-subgraph.js';
import { isDerivedOnly } from '../../graph/questions/paths/derived-in-view.js';
import { inView } from '../../graph/questions/paths/in-view.js';
import type { Properties, PropertyValue } from '../../graph/records.js';
import { EdgeFlag } from '../../graph/store/edge-flag.js';
import { deriveAll } from '../derivation/derive.js';
import { type StoredFacts, Trait } from '../facts/graph-facts.js';
import { noFacts } from '../facts/plain-graph.fixture.js';
import { hasTrait, passesTest } from './node-tests.js';
import { allReasons, reasonsFor } from './reasons.js';

/** The nodes of each estate: one domain with two authorities and two templates. E is everybody, Z protects its members, L is local. */
const nodes = {
  D: Kind.Domain,
  R: Kind.RootCA,
  N: Kind.NTAuthStore,
  CA: Kind.EnterpriseCA,
  CB: Kind.EnterpriseCA,
  T: Kind.CertTemplate,
  S: Kind.CertTemplate,
  P: Kind.IssuancePolicy,
  E: Kind.Group,
  G: Kind.Group,
  H: Kind.Group,
  X: Kind.Group,
  Z: Kind.Group,
  L: Kind.ADLocalGroup,
  U: Kind.User,
  V: Kind.User,
  M: Kind.User,
  C: Kind.Computer,
  Q: Kind.Computer,
  DC: Kind.Computer,
} as const;
export const names = Object.keys(nodes);
const kinds = new Map<string, number>(Object.entries(Kind));

/** Kinds that need an account with rights beside the start. */
const withVictims = /^ADCSESC(9|10)|ToADCS$/;
/** Accounts are in the group of everybody. */
export const logons = ['U', 'V', 'M', 'C', 'Q'].map((account) => `${account} MemberOf E`);

const idOf = (name: string) => names.indexOf(name);

/** An edge in a line: `source kind target`. */
function plainEdge(line: string, flags: number): PlainEdge {
  const [source = '', kind = '', target = ''] = line.split(' ');
  return { source: idOf(source), kind: kinds.get(kind)!, target: idOf(target), lists: 'both', flags };
}

const lineOf = (source: number, kind: number, target: number) =>
  `${names[source]} ${kindNames.get(kind)} ${names[target]}`;

/** A small directory. Edges are lines: `source kind target`. */
export class Estate {
  private readonly known = new Map<string, ReadonlySet<string>>();

  /** By name of the node: bits of {@link Trait}, and properties. */
  constructor(
    readonly edges: readonly string[],
    readonly traits: Readonly<Record<string, number>>,
    readonly properties: Readonly<Record<string, Properties>>,
  ) {}

  /** For the message of a test that fails. */
  [fc.toStringMethod](): string {
    return JSON.stringify([this.edges, this.traits, this.properties], null, 1);
  }

  /** The edges that are derived from some edges, which sources state. */
  derive(edges: readonly string[]): ReadonlySet<string> {
    const key = edges.toSorted().join();
    let derived = this.known.get(key);
    if (!derived) this.known.set(key, (derived = this.derivedFrom(edges)));
    return derived;
  }

  /** The derived edges that are left in the view without an edge, or without a node. */
  derivedWithout(part: string): string[] {
    const { source, kind, target } = plainEdge(part, 0);
    const without = names.includes(part)
      ? { nodes: [idOf(part)], edges: [] }
      : { nodes: [], edges: [[source, kind, target] as const] };
    const question = inView(this.analysed(), without, uninterrupted, (view) => {
      const edges: PathEdge[] = [];
      view.edges((...edge) => edges.push(edge));
      const derived = edges.filter(([, , , flags]) => isDerivedOnly(flags));
      return [derived, derived];
    });
    return this.answered(question).map(([from, of, to]) => lineOf(from, of, to));
  }

  /** @param solver if a question needs one */
  answered<Answer>(question: AnswerWithNeeds<Answer>, solver?: Highs): Answer {
    const facts = {
      everybody: [idOf('E')],
      domains: { D: idOf('D') },
      followedGroups: hasTrait(Trait.LocalAdministrators, false),
      reasons: allReasons(false),
    };
    let step = question.next();
    while (!step.done) {
      const proofs = { facts, passed: this.passing(step.value.proofs?.tests ?? {}) };
      step = question.next({ proofs, ...(solver && { solver }) });
    }
    return step.value;
  }

  /** The composition of an edge that is derived from all edges. */
  explain(line: string): string[] {
    const graph = this.analysed();
    const { source, kind, target } = plainEdge(line, 0);
    const question = {
      source,
      kind,
      target,
      reasons: reasonsFor(kind, false),
      everybody: [idOf('E')],
      domains: { D: idOf('D') },
      followedGroups: hasTrait(Trait.LocalAdministrators, false),
    };
    const { toTest } = composition(graph, { ...question, passed: null }, uninterrupted);
    return composition(graph, { ...question, passed: this.passing(toTest) }, uninterrupted).edges.map(
      ([from, of, to]) => lineOf(from, of, to),
    );
  }

  /**
   * Whether an edge is derived from some edges: from its start, from a group that it is in by these edges, or from everybody. Victims are
   * in the groups that everybody is in, too.
   */
  follows(line: string, edges: readonly string[]): boolean {
    const [start = '', kind = '', end = ''] = line.split(' ');
    const derived = [...this.derive(edges), ...(withVictims.test(kind) ? this.derive([...edges, ...logons]) : [])];
    const starts = new Set([start, 'E']);
    // The loop visits the groups that it adds.
    for (const member of starts)
      for (const edge of edges) {
        const [source = '', of = '', group = ''] = edge.split(' ');
        if (source === member && of.startsWith('MemberOf')) starts.add(group);
      }
    return [...starts].some((it) => derived.includes(`${it} ${kind} ${end}`));
  }

  /** With the edges that are derived from all edges. */
  analysed(): MemoryGraph {
    const derived = [...this.derive(this.edges)].filter((it) => !this.edges.includes(it));
    return graphOf([
      ...this.edges.map((it) => plainEdge(it, EdgeFlag.Collected)),
      ...derived.map((it) => plainEdge(it, EdgeFlag.Derived)),
    ]);
  }

  /** What the database has of its nodes. */
  stored(): StoredFacts {
    return {
      ...noFacts(names.length),
      traits: Uint32Array.from(names, (name) => this.traits[name] ?? 0),
      properties: new Map(Object.entries(this.properties).map(([name, its]) => [idOf(name), its])),
      environments: [{ id: idOf('D'), objectid: 'D', kind: Kind.Domain, isCollected: true }],
    };
  }

  private passing(toTest: Readonly<Record<string, readonly number[]>>): Record<string, readonly number[]> {
    return Object.fromEntries(
      Object.entries(toTest).map(([test, tested]) => [test, tested.filter((node) => this.passes(test, node))]),
    );
  }

  private passes(test: string, node: number): boolean {
    const name = names[node]!;
    const [traits, properties] = [this.traits[name] ?? 0, this.properties[name] ?? {}];
    return passesTest(test, { traits, template: undefined, properties });
  }

  private derivedFrom(edges: readonly string[]): Set<string> {
    const graph = graphOf(edges.map((line) => plainEdge(line, EdgeFlag.Collected)));
    const stored = this.stored();
    const derived = new Set<string>();
    deriveAll(graph, stored, { selectors: [], inheriting: new Set() }, () => {}).edges.edges((...edge) =>
      derived.add(lineOf(...edge)),
    );
    return derived;
  }
}

function graphOf(edges: readonly PlainEdge[]): MemoryGraph {
  return memoryGraphOf({ kinds: Object.values(nodes), edges, changed: null, former: [], environment: 'D' });
}

/** The edges with which most attacks work, except for rights. */
const frame = [
  'N NTAuthStoreFor D',
  'R RootCAFor D',
  'CA IssuedSignedBy R',
  'CB IssuedSignedBy CA',
  'CA TrustedForNTAuth N',
  'CB TrustedForNTAuth N',
  'C HostsCAService CA',
  'Q HostsCAService CB',
  'T PublishedTo CA',
  'S PublishedTo CA',
  'S PublishedTo CB',
  'T ExtendedByPolicy P',
  'P OIDGroupLink X',
  'DC DCFor D',
];

const principals = ['U', 'V', 'M', 'G', 'H', 'E', 'C', 'Q', 'L', 'X'];

const oneLine = (sources: readonly string[], rights: readonly string[], targets: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...sources), fc.constantFrom(...rights), fc.constantFrom(...targets))
    .filter(([source, , target]) => source !== target)
    .map((parts) => parts.join(' '));

const right = fc.oneof(
  { weight: 4, arbitrary: oneLine(principals, ['MemberOf'], ['G', 'H', 'X', 'L']) },
  { weight: 1, arbitrary: oneLine(['C', 'Q'], ['MemberOf'], ['Z']) },
  { weight: 3, arbitrary: oneLine(principals, ['Enroll'], ['CA', 'CB']) },
  { weight: 4, arbitrary: oneLine(principals, ['Enroll', 'GenericAll', 'AllExtendedRights'], ['T', 'S']) },
  { weight: 2, arbitrary: oneLine(principals, ['WriteDacl', 'GenericWrite', 'WritePKINameFlag'], ['T', 'S']) },
  { weight: 1, arbitrary: oneLine(principals, ['DelegatedEnrollmentAgent'], ['T', 'S']) },
  { weight: 2, arbitrary: oneLine(principals, ['GetChanges', 'GetChangesAll'], ['D']) },
  { weight: 3, arbitrary: oneLine(principals, ['GenericAll', 'Owns'], ['U', 'V', 'C', 'Q']) },
  { weight: 2, arbitrary: oneLine(principals, ['AdminTo'], ['C', 'Q']) },
  { weight: 1, arbitrary: fc.constantFrom('CA EnterpriseCAFor R', 'CB IssuedSignedBy R', 'CB RootCAFor D') },
);

const mostly = <Value>(usual: Value, ...others: readonly Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const agentPurpose = '1.3.6.1.4.1.311.20.2.1';

/** Properties about the conditions of the rules: usual ones, others, and those that are missing. */
const template = fc.record({
  requiresmanagerapproval: mostly<PropertyValue | null>(false, true, null),
  authenticationenabled: mostly<PropertyValue | null>(true, false, 'true'),
  enrolleesuppliessubject: fc.boolean(),
  schemaversion: fc.constantFrom<PropertyValue>(1, 2, 2, '2'),
  authorizedsignatures: mostly<PropertyValue | null>(0, 1, null),
  applicationpolicies: fc.constantFrom([], [agentPurpose]),
  effectiveekus: fc.constantFrom<PropertyValue>([], [agentPurpose], ['1.3.6.1.5.5.7.3.2', 4], ['2.5.29.37.0']),
  schannelauthenticationenabled: mostly<PropertyValue | null>(true, false, null),
  nosecurityextension: mostly(true, false),
  subjectaltrequireupn: mostly(true, false),
  subjectaltrequirespn: fc.boolean(),
  subjectaltrequiredns: fc.boolean(),
  subjectaltrequiredomaindns: mostly<PropertyValue | null>(false, true, null),
});

const authority = fc.record({
  isuserspecifiessanenabledcollected: mostly(true, false),
  isuserspecifiessanenabled: mostly(true, false),
  enrollmentagentrestrictionscollected: mostly<PropertyValue | null>(true, false, null),
  hasenrollmentagentrestrictions: fc.boolean(),
  hasvulnerableendpoint: mostly<PropertyValue | null>(true, false, null),
});

const controller = fc.record({
  strongcertificatebindingenforcementraw: mostly<PropertyValue | null>(1, 2, '1'),
  certificatemappingmethodsraw: mostly<PropertyValue | null>(31, 0, '4'),
  ldapavailable: fc.constant(true),
  ldapsigning: mostly(false, true),
});

const computer = fc
  .record({
    enabled: mostly(Trait.IsEnabledComputer, 0),
    sends: mostly(Trait.SendsNtlm, Trait.LacksNtlmRestriction),
    accepts: mostly(Trait.AcceptsUnsignedSmb, 0),
    web: mostly(Trait.RunsWebClient, 0),
  })
  .map(({ enabled, sends, accepts, web }) => enabled | sends | accepts | web);

/** Rights and properties with which attacks of rare kinds nearly work. */
const aims = [
  { rights: ['Q AdminTo C', 'G GetChanges D', 'G GetChangesAll D'], T: {}, S: {} },
  {
    rights: ['M Owns Q', 'Q Enroll S', 'Q Enroll CA'],
    T: {},
    S: {
      requiresmanagerapproval: false,
      authenticationenabled: true,
      enrolleesuppliessubject: false,
      authorizedsignatures: 0,
      schannelauthenticationenabled: true,
      subjectaltrequiredns: true,
    },
  },
  {
    rights: ['G Enroll T', 'G Enroll S', 'G Enroll CA'],
    T: {
      requiresmanagerapproval: false,
      authenticationenabled: true,
      schemaversion: 2,
      authorizedsignatures: 0,
      effectiveekus: [agentPurpose],
      subjectaltrequiredns: false,
      subjectaltrequiredomaindns: false,
    },
    S: { requiresmanagerapproval: false, authenticationenabled: true, schemaversion: 1, effectiveekus: ['2.5'] },
  },
];

export const estates: fc.Arbitrary<Estate> = fc
  .record({
    aim: fc.constantFrom(...aims),
    kept: fc.subarray(frame, { minLength: frame.length - 1 }),
    rights: fc.uniqueArray(right, { minLength: 6, maxLength: 18 }),
    properties: fc.record({ T: template, S: template, CA: authority, CB: authority, DC: controller }),
    traits: fc.record({
      U: fc.constant(Trait.IsOrdinaryUser),
      V: fc.constant(Trait.IsOrdinaryUser),
      E: fc.constant(Trait.IsEverybody | Trait.IsAuthenticatedUsers),
      Z: fc.constant(Trait.ProtectsMembers),
      L: fc.constantFrom(0, Trait.LocalAdministrators),
      C: computer,
      Q: computer,
      DC: computer,
    }),
  })
  .map(
    ({ aim, kept, rights, traits, properties: { T, S, ...others } }) =>
      new Estate(
        [...new Set([...kept, ...aim.rights, ...rights])],
        traits,
        Object.fromEntries(
          Object.entries({ ...others, T: { ...T, ...aim.T }, S: { ...S, ...aim.S } }).map(([name, its]) => [
            name,
            withoutNull(its),
          ]),
        ),
      ),
  );

function withoutNull(drawn: Readonly<Record<string, PropertyValue | null>>): Properties {
  return Object.fromEntries(Object.entries(drawn).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
