import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EdgeFlag, PropertyFlag } from '../store/edge-flag.js';
import { TestGraph } from '../graph.fixture.js';
import { edge, whole } from '../graph-records.fixture.js';
import type { EdgeList, Properties } from '../records.js';

const { Collected, Listed } = EdgeFlag;
const { isacl, isprimarygroup } = PropertyFlag;
const bits = Object.entries(PropertyFlag);

interface Statement {
  readonly source: string;
  readonly kind: string;
  readonly target: string;
  readonly properties: Properties;
}

interface GivenList {
  readonly owner: string;
  readonly list: EdgeList;
}

interface Payload {
  readonly statements: readonly Statement[];
  readonly lists: readonly GivenList[];
}

interface PlainEdge {
  readonly flags: number;
  readonly notes: Readonly<Record<string, string>>;
}

type PlainEdges = ReadonlyMap<string, PlainEdge>;

/** The lists that an edge is in, as `owner of kind`. */
function listsOf(key: string, flags: number): string[] {
  const [source = '', kind = '', target = ''] = key.split(' ');
  const named = (list: number, other: number, name: string) => (flags & list ? name : flags & other ? undefined : kind);
  const incoming = named(isacl, isprimarygroup, 'acl');
  const outgoing = named(isprimarygroup, isacl, 'primary-group');
  return [...(incoming ? [`${target} in ${incoming}`] : []), ...(outgoing ? [`${source} out ${outgoing}`] : [])];
}

function nameOf({ owner, list }: GivenList): string {
  if ('kind' in list) return `${owner} ${list.of === 'incoming' ? 'in' : 'out'} ${list.kind}`;
  return list.of === 'acl' ? `${owner} in acl` : `${owner} out primary-group`;
}

/** The newest says what holds. */
function stated(before: PlainEdges, statements: readonly Statement[]): PlainEdges {
  const edges = new Map<string, PlainEdge>();
  for (const { source, kind, target, properties } of statements) {
    const key = `${source} ${kind} ${target}`;
    let { flags, notes } = edges.get(key) ?? before.get(key) ?? { flags: 0, notes: {} };
    for (const [name, bit] of bits) {
      if (properties[name] !== undefined) flags = properties[name] ? flags | bit : flags & ~bit;
    }
    const { note } = properties;
    if (typeof note === 'string') notes = { ...notes, note };
    edges.set(key, { flags, notes });
  }
  return edges;
}

function after(before: PlainEdges, { statements, lists }: Payload): PlainEdges {
  const given = new Set(lists.map(nameOf));
  const isGiven = (key: string, flags: number) => listsOf(key, flags).some((name) => given.has(name));
  const edges = new Map<string, PlainEdge>();
  for (const [key, { flags, notes }] of before) {
    const left = isGiven(key, flags) ? flags & ~Listed : flags;
    if (left & (Collected | Listed)) edges.set(key, { flags: left, notes });
  }
  for (const [key, { flags, notes }] of stated(before, statements))
    edges.set(key, { flags: flags | (isGiven(key, flags) ? Listed : Collected), notes });
  return edges;
}

function linesOf(edges: PlainEdges): string[] {
  return [...edges].map(([key, { flags, notes }]) => `${key} ${flags} ${notes['note'] ?? '-'}`).toSorted();
}

describe('edges that a payload states more than once', () => {
  let graph: TestGraph;

  beforeAll(async () => {
    graph = await TestGraph.open();
  });
  afterAll(() => graph.test.drop());

  const id = fc.constantFrom('A', 'B', 'C');
  const kind = fc.constantFrom('MemberOf', 'Owns');
  const properties: fc.Arbitrary<Properties> = fc.record(
    {
      isacl: fc.boolean(),
      isinherited: fc.boolean(),
      isprimarygroup: fc.boolean(),
      enforced: fc.boolean(),
      note: fc.constantFrom('one', 'two'),
    },
    { requiredKeys: [] },
  );
  const statement: fc.Arbitrary<Statement> = fc.record({ source: id, kind, target: id, properties });
  const list: fc.Arbitrary<EdgeList> = fc.oneof(
    fc.constantFrom<EdgeList>({ of: 'acl' }, { of: 'primary-group' }),
    fc.record({ of: fc.constantFrom('incoming' as const, 'outgoing' as const), kind }),
  );
  const payload: fc.Arbitrary<Payload> = fc.record({
    statements: fc.array(statement, { minLength: 1, maxLength: 12 }),
    lists: fc.array(fc.record({ owner: id, list }), { maxLength: 4 }),
  });

  const load = ({ statements, lists }: Payload) =>
    graph.load(
      ...statements.map((it, place) => edge(it.source, it.kind, it.target, it.properties, place % 3)),
      ...lists.map((it) => whole(it.owner, it.list)),
    );

  const stored = async () => {
    const lines = await graph.test.database.query<{ line: string }>(`
      SELECT concat_ws(' ', s.objectid, k.name, t.objectid, e.flags, coalesce(p.props ->> 'note', '-')) AS line
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
        LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (e.source, e.kind, e.target)`);
    return lines.map(({ line }) => line).toSorted();
  };

  /** Edges stated singly have a day each, no other has. */
  const withDay = async () => {
    const [row] = await graph.test.database.query<{ wrong: number }>(`
      SELECT count(*)::int AS wrong FROM edge e FULL JOIN edge_seen x USING (source, kind, target)
      WHERE (coalesce(e.flags, 0) & ${Collected} <> 0) <> (x.seen_on IS NOT NULL)`);
    return row;
  };

  it('are what the last of each statement makes of them, with the bits and in the lists that follow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(payload, { minLength: 1, maxLength: 3 }), async (payloads) => {
        await graph.clear();
        let expected: PlainEdges = new Map();
        for (const it of payloads) {
          const before = expected;
          expected = after(before, it);
          const result = await load(it);
          expect(linesOf(expected)).toEqual(await stored());
          const keys = [...expected.keys()];
          expect(result.edgesCreated).toBe(keys.filter((key) => !before.has(key)).length);
          expect(result.edgesRemoved).toBe([...before.keys()].filter((key) => !expected.has(key)).length);
          expect(await withDay()).toEqual({ wrong: 0 });
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 120_000);
});
