import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edge } from '../graph-records.fixture.js';
import { noFaults, TestGraphRemoval } from './graph-removal.fixture.js';

describe('GraphAgeing after any collections on any days', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  afterAll(() => graph.test.drop());

  const ids = ['A', 'B', 'C', 'D'];
  const kinds = ['MemberOf', 'HasSession'];
  const october = Array.from({ length: 12 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
  const link = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...kinds), fc.constantFrom(...ids));
  const payload = fc.record({
    links: fc.array(link, { maxLength: 5 }),
    list: fc.option(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('incoming' as const, 'outgoing' as const))),
  });
  /** Graphs without an edge between them, for a load costs the same whatever it brings; their ids end with their numbers. */
  const islands = [0, 1, 2, 3];
  const payloads = fc.tuple(...islands.map((island) => payload.map((of) => onIsland(of, island))));
  const runs = fc.array(fc.tuple(fc.constantFrom(...october), payloads), { maxLength: 8 });

  function onIsland({ links, list }: PayloadOf<typeof payload>, island: number): PayloadOf<typeof payload> {
    return {
      links: links.map(([source, kind, target]) => [source + island, kind, target + island]),
      list: list && [list[0] + island, list[1]],
    };
  }

  /** An edge is there as long as a statement or a list that holds it is young enough; the newest list decides. */
  function reference(collected: readonly (readonly [string, PayloadOf<typeof payload>])[], until: string): string[] {
    const singles = new Map<string, string>();
    const lists = new Map<string, string>();
    const listed = new Map<string, readonly string[]>();
    const nodesSeen = new Map<string, string>();
    for (const [day, { links, list }] of collected) {
      const given = list && `${list[0]} ${list[1]}`;
      if (list) nodesSeen.set(list[0], nodesSeen.get(list[0]) ?? '');
      if (given) {
        for (const key of listed.keys()) if (listed.get(key)!.includes(given)) listed.delete(key);
        lists.set(given, day);
      }
      for (const [source, kind, target] of links) {
        nodesSeen.set(source, day).set(target, day);
        const key = `${source} ${kind} ${target}`;
        const own = kind === 'MemberOf' ? [`${target} incoming`, `${source} outgoing`] : [];
        if (given && own.includes(given)) listed.set(key, own);
        else singles.set(key, day);
      }
    }
    const limit = (kind: string) =>
      new Date(Date.parse(until) - (kind === 'HasSession' ? 3 : 7) * 86_400_000).toISOString().slice(0, 10);
    const isYoung = (day: string | undefined, key: string) => day !== undefined && day >= limit(key.split(' ')[1]!);
    const left = new Set([...singles.keys(), ...listed.keys()]);
    return [...left]
      .filter(
        (key) =>
          isYoung(singles.get(key), key) || (listed.get(key) ?? []).some((list) => isYoung(lists.get(list), key)),
      )
      .toSorted();
  }

  it('leaves the edges that a plain reference says, and right totals', async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.constantFrom(...october.slice(4)), async (unordered, today) => {
        await graph.clear();
        const collected = unordered.filter(([day]) => day <= today).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
        for (const [day, all] of collected) {
          graph.clock.set(`${day}T12:00:00Z`);
          await graph.loader.load(async (sink) => {
            for (const { links, list } of all) {
              for (const [source, kind, target] of links) await sink.edge(edge(source, kind, target));
              if (list) await sink.wholeList({ objectid: list[0], list: { of: list[1], kind: 'MemberOf' } });
            }
          });
        }
        await graph.age(`${today}T12:00:00Z`);
        const expected = islands.flatMap((island) =>
          reference(
            collected.map(([day, all]) => [day, all[island]!] as const),
            `${today}T12:00:00Z`,
          ),
        );
        expect(await graph.edges()).toEqual(expected.toSorted());
        expect(await graph.faults()).toEqual(noFaults);
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});

type PayloadOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
