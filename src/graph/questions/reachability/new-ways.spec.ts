import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../../kinds/kind-catalogue.js';
import { edgesIn, memoryGraphOf, type PlainEdge, plainGraph } from '../../memory/graph-data.fixture.js';
import { uninterrupted } from '../interrupt.js';
import { EdgeAt } from './former-graph.js';
import { newWays, type TwoPoints } from './new-ways.js';

const size = 9;
/** Two nodes are not in memory. */
const node = fc.nat(size + 1);
const kind = fc.constantFrom<number>(Kind.MemberOf, Kind.AdminTo, Kind.HasSession);
const edges = fc.array(fc.tuple(node, kind, node), { maxLength: 14 });
const ends = fc.uniqueArray(node, { minLength: 1, maxLength: 3 });

type Edge = readonly [source: number, kind: number, target: number];
const keyOf = (edge: Edge) => edge.join(' ');
const keysOf = (of: readonly Edge[]) => new Set(of.map(keyOf));

function movedBetween(now: readonly Edge[], since: readonly Edge[], until: readonly Edge[]): Uint8Array {
  const [had, has] = [keysOf(since), keysOf(until)];
  const all = new Map([...now, ...since, ...until].map((edge) => [keyOf(edge), edge]));
  const bytes = new DataView(new ArrayBuffer(all.size * 16));
  for (const [at, [key, [source, kindOf, target]]] of [...all].entries()) {
    const bits = (had.has(key) ? EdgeAt.Since : 0) | (has.has(key) ? EdgeAt.Until : 0);
    for (const [index, value] of [source, target, kindOf, bits].entries()) bytes.setInt32(at * 16 + index * 4, value);
  }
  return new Uint8Array(bytes.buffer);
}

/** The number of steps from a node to the nearest end. */
function distance(of: readonly Edge[], isEnd: ReadonlySet<number>, start: number): number | null {
  let reached = new Set([start]);
  for (let steps = 1; steps <= size + 2; steps++) {
    reached = new Set(of.flatMap(([source, , target]) => (source !== target && reached.has(source) ? [target] : [])));
    if ([...reached].some((it) => isEnd.has(it))) return steps;
  }
  return null;
}

const plain = ({ source, kind: kindOf, target }: PlainEdge): Edge => [source, kindOf, target];

it('finds the accounts that naive walks of both graphs find, each with a shortest way whose new edges are marked', () => {
  fc.assert(
    fc.property(
      plainGraph(size, 10),
      edges,
      edges,
      ends,
      ends,
      fc.array(fc.record({ id: fc.nat(size - 1), since: fc.boolean(), until: fc.boolean() }), { maxLength: 2 }),
      (graph, came, since, endsSince, endsUntil, states) => {
        const memory = memoryGraphOf(graph);
        const now = edgesIn(graph).map(plain);
        const until = [...now.slice(1), ...came];
        const input: TwoPoints = {
          moved: movedBetween(now, since, until),
          endsSince,
          endsUntil,
          states,
        };
        const question = newWays(memory, { kinds: null, skip: 0, limit: 100 }, uninterrupted);
        question.next();
        const { value } = question.next(input);
        if (typeof value === 'string') throw new Error('it asked twice');
        const isAt = (point: 'since' | 'until', id: number) => states.findLast((it) => it.id === id)?.[point] ?? true;
        const [isEndSince, isEndUntil] = [new Set(endsSince), new Set(endsUntil)];
        const isKept = new Set(endsUntil.filter((it) => isEndSince.has(it)));
        const expected = graph.kinds.flatMap((kindOf, id) => {
          if (kindOf !== Kind.User && kindOf !== Kind.Computer) return [];
          const was = isAt('since', id) && (isEndSince.has(id) || distance(since, isEndSince, id) !== null);
          const targets = isEndUntil.has(id) ? isKept : isEndUntil;
          const steps = isAt('until', id) && !targets.has(id) ? distance(until, targets, id) : null;
          return steps === null || was ? [] : [`${id} in ${steps}`];
        });
        expect(value.ways.map((way) => `${way[0]!.source} in ${way.length}`).toSorted()).toEqual(expected.toSorted());
        const [had, has] = [keysOf(since), keysOf(until)];
        for (const way of value.ways) {
          expect(isEndUntil.has(way.at(-1)!.target)).toBe(true);
          for (const [at, { source, kind: kindOf, target, isNew }] of way.entries()) {
            expect([has.has(keyOf([source, kindOf, target])), source]).toEqual([
              true,
              at === 0 ? source : way[at - 1]!.target,
            ]);
            expect(isNew).toBe(!had.has(keyOf([source, kindOf, target])));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});
