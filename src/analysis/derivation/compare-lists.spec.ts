import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { isOutgoing } from '../../graph/store/list-row.js';
import { compareLists } from './compare-lists.js';
import { type EdgeLists, edgeListsOf } from '../facts/edge-lists.js';

type Edge = readonly [source: number, kind: number, target: number];

const edge = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  fc.constantFrom(Kind.AdminTo, Kind.MemberOf, Kind.HasSession),
  fc.integer({ min: 1, max: 6 }),
);
const edges = fc.array(edge, { maxLength: 30 });

const listsOf = (all: readonly Edge[]) => edgeListsOf((emit) => all.forEach((it) => emit(...it)));

function edgesOf(lists: EdgeLists): string[] {
  const all: string[] = [];
  lists.edges((...it) => all.push(it.join(' ')));
  return all.toSorted();
}

const keys = (all: readonly Edge[]) => new Set(all.map((it) => it.join(' ')));

describe('compareLists', () => {
  it('finds the owners of lists that differ, and counts the edges that readers see come and go', () => {
    fc.assert(
      fc.property(edges, edges, edges, (was, now, stated) => {
        const [old, next, fixed] = [keys(was), keys(now), keys(stated)];
        const { changes, counts } = compareLists(
          listsOf(was),
          listsOf(now),
          (...it) => fixed.has(it.join(' ')),
          (node) => node * 10,
        );
        const changed = [...old, ...next]
          .filter((it) => !(old.has(it) && next.has(it)))
          .map((it) => it.split(' ').map(Number));
        const differing = changed.map(([source, kind, target]) => (isOutgoing(kind!) ? source : target));
        expect(changes.owners).toEqual(new Set(differing.map((owner) => owner! * 10)));
        const expected = new Map<number, { created: number; removed: number }>();
        for (const [source, kind, target] of changed) {
          const key = `${source} ${kind} ${target}`;
          if (fixed.has(key)) continue;
          const count = expected.get(kind!) ?? { created: 0, removed: 0 };
          count[next.has(key) ? 'created' : 'removed']++;
          expected.set(kind!, count);
        }
        expect(counts).toEqual(expected);
      }),
    );
  });
});

describe('EdgeLists', () => {
  it('holds each edge once, and each list in order', () => {
    fc.assert(
      fc.property(edges, (all) => {
        const lists = listsOf(all);
        expect(edgesOf(lists)).toEqual([...keys(all)].toSorted());
        for (const [source, kind, target] of all) {
          const owner = isOutgoing(kind) ? source : target;
          const peers = all
            .filter((it) => it[1] === kind && (isOutgoing(kind) ? it[0] : it[2]) === owner)
            .map((it) => (isOutgoing(kind) ? it[2] : it[0]));
          expect([...lists.peersOf(owner, kind)]).toEqual([...new Set(peers)].toSorted((one, other) => one - other));
        }
        expect(lists.peersOf(7, Kind.AdminTo)).toHaveLength(0);
      }),
    );
  });
});
