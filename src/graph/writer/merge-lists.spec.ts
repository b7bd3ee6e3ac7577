import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACL_LIST, kindAt, type ListRow, Origin } from '../store/list-row.js';
import { UnitedEdges } from '../store/united-edges.js';
import { type FormerRow, type ListStatement, mergeLists } from './merge-lists.js';

const edge = fc.record({
  peer: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom(107, 108),
  flags: fc.constantFrom(0, 8),
  mask: fc.constantFrom(0, 8),
  details: fc.option(fc.record({ port: fc.nat(2) })),
});
const statement: fc.Arbitrary<ListStatement> = fc
  .record({
    list: fc.constantFrom(ACL_LIST, 107),
    origin: fc.constantFrom(Origin.Whole, Origin.Added),
    edges: fc.array(edge, { maxLength: 5 }),
    record: fc.option(fc.nat(3)),
    isRepeated: fc.boolean(),
    isOwn: fc.boolean(),
  })
  .map((it) => ({
    ...it,
    edges: it.edges.map((each) => ({
      ...each,
      kind: it.list === ACL_LIST ? each.kind : 107,
      mask: each.mask | each.flags,
    })),
  }));
const batches = fc.array(fc.tuple(fc.array(statement, { maxLength: 4 }), fc.integer({ min: 1, max: 9 })), {
  maxLength: 6,
});

/** The rows of an object after each batch, kept as the writer does. */
function apply(rows: readonly ListRow[], statements: readonly ListStatement[], day: number): ListRow[] {
  const { changed } = mergeLists(rows.map(former), statements, day);
  const isChanged = (row: ListRow) => changed.some(({ list, origin }) => list === row.list && origin === row.origin);
  return [...rows.filter((row) => !isChanged(row)), ...changed.filter(({ peers }) => peers.length > 0)];
}

/** Records with an even number describe another object. */
function former(row: ListRow): FormerRow {
  return { ...row, isOwn: row.record === null || row.record % 2 === 1 };
}

/** Plain maps: list and origin, then edge, then its mask. */
type Plain = Map<string, Map<string, { flags: number; day: number | null; details: object | null }>>;

function reference(plain: Plain, statements: readonly ListStatement[], day: number): void {
  for (const { list, origin, edges, isRepeated } of statements) {
    const key = `${list} ${origin}`;
    const held = (origin === Origin.Added || isRepeated ? plain.get(key) : undefined) ?? new Map();
    plain.set(key, held);
    for (const { peer, kind, flags, mask, details } of edges) {
      const old = held.get(`${peer} ${kind}`) ?? { flags: 0, day: 0, details: null };
      held.set(`${peer} ${kind}`, {
        flags: (old.flags & ~mask) | flags,
        day: origin === Origin.Added ? Math.max(old.day ?? 0, day) : null,
        details: details || old.details ? { ...old.details, ...details } : null,
      });
    }
  }
}

function plainOf(rows: readonly ListRow[]): object[] {
  return rows
    .flatMap((row) =>
      row.peers.map((peer, index) => ({
        at: `${row.list} ${row.origin} ${peer} ${kindAt(row, index)}`,
        flags: row.flags?.[index] ?? 0,
        day: row.days?.[index] ?? null,
        details: row.details?.[index] ?? null,
      })),
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

describe('mergeLists', () => {
  it('equals plain maps after any batches', () => {
    fc.assert(
      fc.property(batches, (all) => {
        let rows: ListRow[] = [];
        const plain: Plain = new Map();
        for (const [statements, day] of all) {
          rows = apply(rows, statements, day);
          reference(plain, statements, day);
        }
        const expected = [...plain]
          .flatMap(([list, edges]) => [...edges].map(([at, mask]) => ({ at: `${list} ${at}`, ...mask })))
          .toSorted((one, other) => (one.at < other.at ? -1 : 1));
        expect(plainOf(rows)).toEqual(expected);
        for (const { peers } of rows) expect(peers).toEqual(peers.toSorted((one, other) => one - other));
      }),
    );
  });

  it('gives the same rows wherever batches end', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 8 }), fc.nat(8), (all, cut) => {
        const once = apply([], all, 5);
        const twice = apply(apply([], all.slice(0, cut), 5), all.slice(cut), 5);
        expect(plainOf(twice)).toEqual(plainOf(once));
      }),
    );
  });

  it('writes nothing if the same is stated again', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 4 }), (all) => {
        const single = all.filter(
          (it, index) => all.findIndex(({ list, origin }) => list === it.list && origin === it.origin) === index,
        );
        const rows = apply([], single, 5);
        expect(mergeLists(rows.map(former), single, 5)).toMatchObject({ changed: [] });
      }),
    );
  });

  it('counts an edge once if two rows hold it', () => {
    const held = {
      edges: [{ peer: 1, kind: 107, flags: 0, mask: 0, details: null }],
      record: null,
      isRepeated: false,
      isOwn: true,
    };
    const rows = apply(
      [],
      [
        { list: ACL_LIST, origin: Origin.Whole, ...held },
        { list: ACL_LIST, origin: Origin.Added, ...held },
      ],
      1,
    );
    expect(rows).toHaveLength(2);
    expect(UnitedEdges.count(new UnitedEdges([]), new UnitedEdges(rows))).toEqual({
      created: 1,
      changed: 0,
      removed: 0,
    });
    const left = apply(rows, [{ list: ACL_LIST, origin: Origin.Whole, ...held, edges: [] }], 1);
    expect(UnitedEdges.count(new UnitedEdges(rows), new UnitedEdges(left))).toEqual({
      created: 0,
      changed: 1,
      removed: 0,
    });
  });
});
