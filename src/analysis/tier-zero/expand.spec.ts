import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { PropertyFlag } from '../../graph/store/edge-flag.js';
import { type PlainEdge, PlainGraph } from '../facts/plain-graph.fixture.js';
import { enforcedLinksOf, expand } from '../../graph/questions/walks/expand.js';

type KindName = keyof typeof Kind;

/** Kinds of nodes and edges that are drawn, some more often. */
const families: readonly (readonly [nodes: readonly KindName[], edges: readonly KindName[]])[] = [
  [
    ['User', 'Group', 'Group', 'OU', 'OU', 'OU', 'Container', 'Container', 'Domain', 'GPO', 'GPO'],
    ['MemberOf', 'Contains', 'Contains', 'Contains', 'GPLink', 'GPLink', 'AdminTo'],
  ],
  [
    ['AZUser', 'AZGroup', 'AZRole', 'AZResourceGroup', 'AZSubscription', 'AZTenant', 'AZServicePrincipal', 'AZApp'],
    ['AZMemberOf', 'AZContains', 'AZContains', 'AZHasRole', 'AZRoleEligible', 'AZRunsAs', 'AdminTo'],
  ],
];

interface Drawn {
  readonly kinds: readonly KindName[];
  readonly edges: readonly (readonly [source: number, kind: KindName, target: number, enforced: boolean])[];
  readonly blocking: readonly number[];
  readonly inheriting: readonly number[];
  readonly seeds: readonly number[];
}

const sizes = fc.tuple(fc.integer({ min: 4, max: 12 }), fc.constantFrom(...families));

const drawn: fc.Arbitrary<Drawn> = sizes.chain(([size, [nodeKinds, edgeKinds]]) => {
  const node = fc.nat(size - 1);
  const nodes = fc.uniqueArray(node, { maxLength: size });
  return fc.record({
    kinds: fc.array(fc.constantFrom(...nodeKinds), { minLength: size, maxLength: size }),
    // A graph has each edge once.
    edges: fc.uniqueArray(fc.tuple(node, fc.constantFrom(...edgeKinds), node, fc.boolean()), {
      selector: ([source, kind, target]) => `${source} ${kind} ${target}`,
      minLength: size,
      maxLength: 40,
    }),
    blocking: nodes,
    inheriting: nodes,
    seeds: fc.uniqueArray(node, { minLength: 1, maxLength: 3 }),
  });
});

class BlockingGraph extends PlainGraph {
  constructor(
    { kinds: ofNodes, edges, blocking }: Drawn,
    readonly isBlocking = new Set(blocking.map((node) => node + 1)),
  ) {
    super(
      Object.fromEntries(ofNodes.map((kind, node) => [`n${node}`, [kind]])),
      edges.map(([source, kind, target, isEnforced]): PlainEdge => {
        return [`n${source}`, kind, `n${target}`, isEnforced ? 1 | PropertyFlag.enforced : 1];
      }),
    );
  }

  override blocksInheritance(node: number): boolean {
    return this.kindOf(node) === Kind.OU && this.isBlocking.has(node);
  }
}

/** Nodes by why they are selected, each found by walks of its own. */
function expandedNaively({ kinds: kindOf, edges, blocking, inheriting, seeds }: Drawn, withParents: boolean) {
  const isA = (node: number, ...names: readonly KindName[]) => names.includes(kindOf[node]!);
  const into = (node: number, ...names: readonly string[]) =>
    edges.flatMap(([source, kind, target]) => (target === node && names.includes(kind) ? [source] : []));
  const outOf = (node: number, name: string) =>
    edges.flatMap(([source, kind, target]) => (source === node && kind === name ? [target] : []));
  const children = (node: number): number[] => {
    if (isA(node, 'Group')) return into(node, 'MemberOf');
    if (isA(node, 'OU', 'Container')) return outOf(node, 'Contains');
    if (isA(node, 'AZGroup')) return into(node, 'AZMemberOf');
    if (isA(node, 'AZResourceGroup', 'AZSubscription')) return outOf(node, 'AZContains');
    return isA(node, 'AZRole') ? into(node, 'AZHasRole', 'AZRoleEligible') : [];
  };
  const all = (start: number, next: (node: number) => readonly number[], seen = new Set<number>()): Set<number> => {
    for (const node of next(start)) if (!seen.has(node)) all(node, next, seen.add(node));
    return seen;
  };
  const below = new Set(seeds.flatMap((seed) => [...all(seed, children)]));
  const nodes = new Set([...seeds, ...below]);
  const above = new Set<number>();
  /** Paths that repeat no unit. Policies apply whose links are on the path, unless the path is blocked below and they are not enforced. */
  const climb = (node: number, isBlocked: boolean, path: readonly number[]): void => {
    for (const [policy, kind, target, isEnforced] of edges)
      if (kind === 'GPLink' && target === node && (isEnforced || !isBlocked)) above.add(policy);
    for (const unit of into(node, 'Contains'))
      if (isA(unit, 'OU') && !path.includes(unit)) {
        above.add(unit);
        climb(unit, isBlocked || (isA(node, 'OU') && blocking.includes(node)), [...path, unit]);
      }
  };
  for (const node of withParents ? nodes : []) {
    climb(node, false, [node]);
    const containers = (of: number) => into(of, 'Contains').filter((it) => isA(it, 'Container'));
    if (inheriting.includes(node)) for (const container of all(node, containers)) above.add(container);
    for (const container of all(node, (of) => into(of, 'AZContains')))
      if (isA(container, 'AZResourceGroup', 'AZSubscription')) above.add(container);
    if (isA(node, 'AZServicePrincipal')) for (const app of into(node, 'AZRunsAs')) above.add(app);
  }
  return new Map([
    ...[...above].map((node) => [node, 3] as const),
    ...[...below].map((node) => [node, 2] as const),
    ...seeds.map((node) => [node, 1] as const),
  ]);
}

function expanded(given: Drawn, withParents: boolean): Map<number, number> {
  const graph = new BlockingGraph(given);
  const seeds = given.seeds.map((node) => node + 1);
  const inheriting = new Set(given.inheriting.map((node) => node + 1));
  return new Map(
    [...expand(graph, enforcedLinksOf(graph), seeds, withParents ? { inheriting } : null)].map(([node, source]) => [
      node - 1,
      source,
    ]),
  );
}

describe('expand', () => {
  it.each([false, true])('selects what plain walks find, with parents: %s', (withParents) => {
    const selected: number[] = [];
    fc.assert(
      fc.property(drawn, (given) => {
        const found = expanded(given, withParents);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expandedNaively(given, withParents)));
        selected.push(found.size - given.seeds.length);
      }),
      { numRuns: 1_000 },
    );
    expect(selected.filter((more) => more > 1).length).toBeGreaterThan(100);
  });
});
