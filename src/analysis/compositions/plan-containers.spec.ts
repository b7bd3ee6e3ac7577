import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { entryKinds, type FixSort } from '../../graph/kinds/descriptions/edge-fixes.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainEdge, type PlainGraph } from '../../graph/memory/graph-data.fixture.js';
import { kindSetOf } from '../../graph/memory/kind-set.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { accountMarks } from '../../graph/questions/nodes/account-marks.js';
import { NodeMarks } from '../../graph/questions/nodes/node-marks.js';
import { reachedFrom } from '../../graph/questions/nodes/reached-from.js';
import { fixStates } from '../../graph/questions/plan/fix-state.js';
import { plan } from '../../graph/questions/plan/plan.js';
import type { PlanSubject } from '../../graph/questions/plan/plan-inputs.js';
import { loadSolver } from '../../graph/questions/plan/linear-program.js';
import { HeldGraph } from '../../graph/reach/held-graph.js';
import { PropertyFlag } from '../../graph/store/edge-flag.js';
import { exposedAfter } from '../derivation/exposed-after.js';
import { noFacts } from '../facts/plain-graph.fixture.js';
import { answerOf, planSubject } from './asked-plan.fixture.js';

let solver: Highs;
beforeAll(async () => {
  solver = await loadSolver();
});

/**
 * A domain with a unit in a unit, and a unit with a container; a site with a server. The end is a user of the inner unit; the group is in the
 * container.
 */
const nodes = {
  D: Kind.Domain,
  O: Kind.OU,
  I: Kind.OU,
  S: Kind.OU,
  K: Kind.Container,
  X: Kind.Site,
  Y: Kind.SiteServer,
  P: Kind.GPO,
  Q: Kind.GPO,
  H: Kind.Group,
  T: Kind.User,
  C: Kind.Computer,
  U: Kind.User,
  V: Kind.User,
} as const;
const names = Object.keys(nodes);
const parents: Readonly<Record<string, string>> = { O: 'D', I: 'O', S: 'D', K: 'S', T: 'I', C: 'O', H: 'K', Y: 'X' };
const end = names.indexOf('T');
const kinds = [
  Kind.ServerIs,
  Kind.Contains,
  Kind.GPLink,
  Kind.MemberOf,
  Kind.AdminTo,
  Kind.HasSession,
  Kind.GenericAll,
  Kind.WriteDacl,
];

interface Fact {
  readonly line: string;
  readonly isInherited?: boolean;
  readonly isEnforced?: boolean;
}

const fact = (sources: string, kind: string, targets: string) =>
  fc
    .tuple(fc.constantFrom(...sources.split('')), fc.constantFrom(...targets.split('')), fc.boolean(), fc.boolean())
    .filter(([source, target]) => source !== target)
    .map(([source, target, isInherited, isEnforced]): Fact => ({
      line: `${source} ${kind} ${target}`,
      ...(kind === 'GPLink' ? { isEnforced } : { isInherited: isInherited && parents[target] !== undefined }),
    }));

const facts = fc.uniqueArray(
  fc.oneof(
    fact('PQ', 'GPLink', 'DOIX'),
    fact('UVHC', 'GenericAll', 'PQ'),
    fact('UVH', 'WriteDacl', 'OISK'),
    fact('UVHC', 'GenericAll', 'THC'),
    fact('UVC', 'MemberOf', 'H'),
  ),
  { minLength: 5, maxLength: 9, selector: ({ line }) => line },
);

interface NamedFix {
  readonly sort: FixSort;
  readonly at: string;
  readonly by: string | null;
}

const entryNames = new Set(Object.entries(Kind).flatMap(([name, kind]) => (entryKinds.includes(kind) ? [name] : [])));

/** Where an inherited entry stands: the nearest container above with an entry of the same trustee. */
function originOf(all: readonly Fact[], trustee: string, target: string): string | undefined {
  for (let at = parents[target]; at !== undefined; at = parents[at])
    if (all.some(({ line, isInherited }) => !isInherited && isEntryOf(line, trustee, at))) return at;
  return undefined;
}

function isEntryOf(line: string, trustee: string, object: string | undefined): boolean {
  const [source = '', kind = '', target] = line.split(' ');
  return entryNames.has(kind) && source === trustee && target === object;
}

const kindOfSort: { readonly [Sort in FixSort]?: string } = { member: 'MemberOf', link: 'GPLink' };

function isTaken(all: readonly Fact[], { line, isInherited }: Fact, { sort, at, by }: NamedFix): boolean {
  const [source = '', kind = '', target = ''] = line.split(' ');
  if (!entryNames.has(kind)) return kind === kindOfSort[sort] && source === by && target === at;
  if (sort === 'inheritance') return isInherited === true && target === at;
  const origin = isInherited ? originOf(all, source, target) : target;
  return sort === 'entry' && source === by && origin === at;
}

const kindsByName = new Map<string, number>(Object.entries(Kind));

function edge(line: string, flags: number): PlainEdge {
  const [source = '', kind = '', target = ''] = line.split(' ');
  return { source: names.indexOf(source), kind: kindsByName.get(kind)!, target: names.indexOf(target), flags };
}

function graphOf(all: readonly Fact[], fixes: readonly NamedFix[]): PlainGraph {
  const at = (sort: FixSort) => fixes.flatMap((fix) => (fix.sort === sort ? [names.indexOf(fix.at)] : []));
  const left = all.filter((it) => !fixes.some((fix) => isTaken(all, it, fix)));
  return {
    kinds: Object.values(nodes),
    edges: [
      ...Object.entries(parents).map(([child, parent]) => edge(`${parent} Contains ${child}`, 0)),
      edge('Y ServerIs C', 0),
      ...left.map(({ line, isInherited, isEnforced }) =>
        edge(line, (isInherited ? PropertyFlag.isinherited : 0) | (isEnforced ? PropertyFlag.enforced : 0)),
      ),
    ],
    changed: null,
    former: [],
    environment: 'D',
    protected: at('inheritance'),
    blocking: at('block'),
  };
}

function exposed(all: readonly Fact[], fixes: readonly NamedFix[]): number {
  const graph = memoryGraphOf(graphOf(all, fixes));
  const held = new HeldGraph(graph);
  const marks = accountMarks(graph);
  return reachedFrom(held, held.placesOf(end), 'in', kindSetOf(kinds), new NodeMarks(), uninterrupted).filter(
    (node) => node !== end && marks[node],
  ).length;
}

const costs = { inheritance: 1, block: 1, link: 1 };

function planOf(all: readonly Fact[], more: Partial<PlanSubject> = {}) {
  const graph = memoryGraphOf(graphOf(all, []));
  const args = { ...planSubject(end, kinds, { held: true, costs, ...more }), known: null };
  const { plan: found, applied } = answerOf(plan(graph, args, uninterrupted), solver);
  const named = found!.fixes.map(({ sort, at, by, cost }) => ({
    sort,
    at: names[at]!,
    by: by === null ? null : names[by]!,
    cost,
  }));
  return { ...found!, named, graph, applied: applied! };
}

/** How much of fixes is made. */
function statesOf(plain: PlainGraph, fixes: readonly NamedFix[]) {
  const byIds = fixes.map(({ sort, at, by }) => ({
    sort,
    at: names.indexOf(at),
    by: by === null ? null : names.indexOf(by),
  }));
  const args = { ...planSubject(end, kinds, { held: true, costs }), fixes: byIds };
  return answerOf(fixStates(memoryGraphOf(plain), args, uninterrupted), solver).states!;
}

describe('a plan of an estate with units and policies', () => {
  it('costs no more than any other choice of fixes, if those are applied and all is walked again', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(facts, (all) => {
        const { stages, structural, named, exposed: before } = planOf(all);
        expect(before).toBe(exposed(all, []));
        for (const { fixes, remaining, isChecked } of stages) {
          const chosen = fixes.map((fix) => named[fix]!);
          expect([isChecked, exposed(all, chosen)]).toEqual([true, remaining + structural.count]);
          for (const { sort } of chosen) seen.add(sort);
        }
        const { cost, isProven } = stages.at(-1)!;
        const cheaper = Array.from({ length: 2 ** named.length }, (_, bits) =>
          named.filter((__, at) => (bits >> at) & 1),
        )
          .filter((chosen) => chosen.reduce((sum, fix) => sum + fix.cost, 0) < cost)
          .filter((chosen) => exposed(all, chosen) <= structural.count);
        expect([cheaper, isProven]).toEqual([[], true]);
      }),
      { numRuns: 100 },
    );
    expect([...seen].toSorted()).toEqual(['block', 'entry', 'inheritance', 'link', 'member']);
  });

  it('leaves the same accounts in another derivation, and its fixes are recognized once they are made', () => {
    fc.assert(
      fc.property(facts, (all) => {
        const { stages, structural, named, graph, applied } = planOf(all);
        const { fixes, remaining } = stages.at(-1)!;
        const subject = { ends: [end], among: null, kinds, held: true };
        const left = exposedAfter(graph, noFacts(names.length), subject, applied.stages.at(-1)!);
        expect(left.length).toBe(remaining + structural.count);
        const chosen = fixes.map((fix) => named[fix]!);
        const before = statesOf(graphOf(all, []), chosen);
        expect(before.filter(({ facts: count, isNeeded }) => count === 0 || !isNeeded)).toEqual([]);
        const after = statesOf(graphOf(all, chosen), chosen);
        expect(after.filter(({ facts: count, isNeeded }) => count > 0 || isNeeded)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['K', 'S'])('breaks inheritance from %s if a cost is asked for, and nothing else helps', (container) => {
    const all = [{ line: `U WriteDacl ${container}` }, { line: 'H GenericAll T' }];
    const entriesStay = { costs: { entry: null } };
    expect(planOf(all, entriesStay).structural.count).toBe(1);
    const { stages, named } = planOf(all, { costs: { entry: null, inheritance: 5 } });
    expect(stages.at(-1)).toMatchObject({ cost: 5, remaining: 0, isChecked: true, isProven: true });
    expect(named).toEqual([{ sort: 'inheritance', at: 'H', by: null, cost: 5 }]);
  });

  it.each([
    [false, [{ sort: 'block', at: 'I', by: null, cost: 2 }]],
    [true, [{ sort: 'link', at: 'O', by: 'P', cost: 9 }]],
  ])('blocks policies at a unit, unless the link is enforced: %s', (isEnforced, fixes) => {
    const all = [{ line: 'U GenericAll P' }, { line: 'P GPLink O', isEnforced }];
    const { stages, named } = planOf(all, { costs: { entry: null, link: 9 } });
    expect(stages.at(-1)!.fixes.map((fix) => named[fix]!)).toEqual(fixes);
  });
});
