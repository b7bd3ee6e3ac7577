import type { PlainFacts, PlainPlan } from '../../../test/support/plan-checker.js';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import type { Properties } from '../../graph/records.js';
import { Trait } from '../facts/graph-facts.js';
import { Estate, names } from './estate.fixture.js';

const accounts = new Set(['U', 'V', 'M', 'C', 'Q', 'DC']);
const traversable = new Set(kindDefinitions.flatMap(({ name, traversable: is }) => (is ? [name] : [])));

/** What one visit takes away: the kinds of edges between two nodes, in a table of its own. */
const sortOfKind: Readonly<Record<string, string>> = {
  MemberOf: 'member',
  AdminTo: 'local',
  ...Object.fromEntries(
    `GenericAll GenericWrite WriteDacl Owns AllExtendedRights Enroll WritePKINameFlag DelegatedEnrollmentAgent GetChanges
    GetChangesAll`
      .split(/\s+/)
      .map((kind) => [kind, 'entry']),
  ),
};

interface PropertyFix {
  readonly cost: number;
  readonly at: readonly string[];
  readonly nodes: (at: string) => readonly string[];
  readonly trait?: number;
  readonly properties?: Properties;
}

const itself = (at: string) => [at];
const hosts = ['C', 'Q', 'DC'];

/** What one visit changes of the properties of nodes. */
const propertyFixes: Readonly<Record<string, PropertyFix>> = {
  smb: { cost: 1, at: hosts, nodes: itself, trait: Trait.AcceptsUnsignedSmb },
  smb_domain: { cost: 3, at: ['D'], nodes: () => hosts, trait: Trait.AcceptsUnsignedSmb },
  webclient: { cost: 1, at: hosts, nodes: itself, trait: Trait.RunsWebClient },
  authority: { cost: 2, at: ['CA', 'CB'], nodes: itself, properties: { isuserspecifiessanenabled: false } },
  enrolment: { cost: 1, at: ['CA', 'CB'], nodes: itself, properties: { hasvulnerableendpoint: false } },
  mapping: {
    cost: 2,
    at: ['D'],
    nodes: () => ['DC'],
    properties: { strongcertificatebindingenforcementraw: 2, certificatemappingmethodsraw: 0 },
  },
  ldap: { cost: 2, at: ['D'], nodes: () => ['DC'], properties: { ldapsigning: true, ldapsepa: true } },
};

/** @returns undefined: nobody takes the edge away */
function fixOfLine(line: string): string | undefined {
  const [source = '', kind = '', target = ''] = line.split(' ');
  if (kind === 'PublishedTo') return `template:${source}`;
  const sort = target === 'E' ? undefined : sortOfKind[kind];
  return sort && `${sort}:${target}:${source}`;
}

/** An estate as its sources state it after fixes. */
function fixed({ edges, traits, properties }: Estate, fixes: ReadonlySet<string>): Estate {
  const after = { traits: { ...traits }, properties: { ...properties } };
  for (const fix of fixes) {
    const [sort = '', at = ''] = fix.split(':');
    const { nodes, trait = 0, properties: changed } = propertyFixes[sort] ?? { nodes: () => [] };
    for (const name of nodes(at)) {
      after.traits[name] = (after.traits[name] ?? 0) & ~trait;
      after.properties[name] = { ...after.properties[name], ...changed };
    }
  }
  const isKept = (line: string) => !fixes.has(fixOfLine(line) ?? '');
  return new Estate(edges.filter(isKept), after.traits, after.properties);
}

/** The edges that walks follow: as stated, and as derived. */
function followedIn(estate: Estate): readonly string[] {
  return [...estate.edges, ...estate.derive(estate.edges)].filter((line) => traversable.has(line.split(' ')[1]!));
}

/** What the checker of plans knows of an estate. */
export function factsOf(estate: Estate): PlainFacts {
  const ofLines = estate.edges.flatMap((line): [string, number][] => {
    const fix = fixOfLine(line);
    return fix === undefined ? [] : [[fix, 1]];
  });
  const ofProperties = Object.entries(propertyFixes).flatMap(([sort, { at, cost }]) =>
    at.map((name): [string, number] => [`${sort}:${name}`, cost]),
  );
  const known = new Map<string, readonly string[]>();
  return {
    ends: new Set(['D']),
    isAccount: (node) => accounts.has(node),
    everybody: 'E',
    costs: new Map([...ofLines, ...ofProperties]),
    edgesAfter: (fixes) => {
      const key = [...fixes].toSorted().join();
      let edges = known.get(key);
      if (!edges) known.set(key, (edges = followedIn(fixed(estate, fixes))));
      return edges;
    },
  };
}

/** Whether no fix takes a member out of the group that protects its members. */
export function keepsProtection(fixes: readonly string[]): boolean {
  return !fixes.some((fix) => fix.startsWith('member:Z:'));
}

const lineOf = ([source, kind, target]: readonly [number, number, number]) =>
  `${names[source]} ${kindNames.get(kind)} ${names[target]}`;

const way = ({ account, edges }: PlanResult['structural']['accounts'][number]) => ({
  account: names[account]!,
  edges: edges.map(lineOf),
});

/** The result of a plan as its answer names it. */
export function plainPlan({ exposed, structural, stages, fixes }: PlanResult): PlainPlan {
  const keyOf = (number: number) => {
    const { sort, at, by } = fixes[number]!;
    return [sort, names[at]!, ...(by === null ? [] : [names[by]!])].join(':');
  };
  return {
    exposed,
    structural: { count: structural.count, accounts: structural.accounts.map(way) },
    stages: stages.map(({ cost, remaining, isProven, fixes: numbers, certificate }) => ({
      cost,
      remaining,
      proven: isProven,
      fixes: numbers.map(keyOf),
      certificate: certificate && {
        ...certificate,
        ways: certificate.ways.map((it) => ({
          ...way(it),
          accounts: it.accounts,
          weight: it.weight,
          fixes: it.fixes.map(keyOf),
        })),
      },
    })),
  };
}
