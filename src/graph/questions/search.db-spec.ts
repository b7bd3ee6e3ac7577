import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { readGraphData } from '../memory/read-graph.js';
import { readOverlay } from '../memory/read-overlay.js';
import { ChangeLog } from '../store/change-log.js';
import { publish } from '../store/graph-version.js';
import { uninterrupted } from './interrupt.js';
import { bestMatches, type SearchRequest } from './search.js';

type TextRequest = SearchRequest & { readonly query: string };

interface Named {
  readonly objectid: string;
  readonly name: string;
  readonly distinguishedName: string | null;
  readonly kind: number;
  readonly environment: string | null;
}

const everything: Omit<TextRequest, 'query'> = {
  kinds: null,
  environments: null,
  among: null,
  except: null,
  skip: 0,
  limit: 100,
};

const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  '.',
  '@',
  '-',
  'ß',
  'é',
  'É',
  'e\u0301',
  '漢',
  'ı',
  'İ',
  'i\u0307',
  '1',
  '😀',
);
const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
const ending = fc.constantFrom('', '', '@AB.LOCAL', '.AB.LOCAL', '@ab.local', '.B.AB.LOCAL');
const parent = fc.constantFrom(',OU=A,DC=AB', ',OU=B,OU=A,DC=AB', ',DC=AB', '');

const named: fc.Arbitrary<Named> = fc
  .record({
    rid: fc.integer({ min: 1, max: 40 }),
    domain: fc.constantFrom('S-1-5-21-1-1-1-', 'S-1-5-21-1-1-', ''),
    name: fc.tuple(word, ending).map(([own, end]) => own + end),
    distinguishedName: fc.option(fc.tuple(word, parent).map(([own, end]) => `CN=${own}${end}`)),
    kind: fc.constantFrom<number>(Kind.User, Kind.Group),
    environment: fc.option(fc.constantFrom('S-1', 'S-2')),
  })
  .map(({ rid, domain, ...rest }) => ({ objectid: `${domain}${rid}`, ...rest }));

const nodes = fc.uniqueArray(named, { minLength: 1, maxLength: 30, selector: ({ objectid }) => objectid });

/** Parts of texts, and texts that are found nowhere. */
const query = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(2)).map(([node, from, length, of]) => ({ node, from, length, of })),
  word.map((text) => ({ text })),
);

function textOf(chosen: typeof query extends fc.Arbitrary<infer Q> ? Q : never, all: readonly Named[]): string {
  if ('text' in chosen) return chosen.text;
  const { objectid, name, distinguishedName } = all[chosen.node % all.length]!;
  const characters = Array.from([objectid, name, distinguishedName ?? name][chosen.of]!);
  const from = chosen.of === 1 ? chosen.from % characters.length : 0;
  return characters.slice(from, from + 1 + (chosen.length % (characters.length - from))).join('');
}

const folded = (text: string) => text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');

/** 0: the best. */
function classOf({ objectid, name, distinguishedName }: Named, text: string): number {
  const texts = [folded(name), ...(distinguishedName && text.includes('=') ? [folded(distinguishedName)] : [])];
  if (objectid === text.toUpperCase() || texts.includes(folded(text))) return 0;
  if (objectid.startsWith(text.toUpperCase()) || texts.some((it) => it.startsWith(folded(text)))) return 1;
  return texts[0]!.includes(folded(text)) ? 2 : 3;
}

function naive(
  all: readonly Named[],
  { query: text, kinds, environments, skip, limit }: TextRequest,
  isAsked: (objectid: string) => boolean,
) {
  const found = all
    .filter((it) => classOf(it, text) < 3 && isAsked(it.objectid))
    .filter(
      ({ kind, environment }) =>
        (!kinds || kinds.includes(kind)) &&
        (!environments || (environment !== null && environments.includes(environment))),
    )
    .toSorted(
      (one, other) =>
        classOf(one, text) - classOf(other, text) ||
        Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)) ||
        Buffer.compare(Buffer.from(one.objectid), Buffer.from(other.objectid)),
    );
  return { count: found.length, found: found.slice(skip, skip + limit).map(({ objectid }) => objectid) };
}

describe('search', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  async function write(written: readonly Named[], removed: readonly string[] = []): Promise<void> {
    await test.database.transaction(async (tx) => {
      const changed = await tx.query<{ id: number }>('DELETE FROM node WHERE objectid = ANY ($1) RETURNING id', [
        removed,
      ]);
      for (const { objectid, name, distinguishedName, kind, environment } of written)
        changed.push(
          ...(await tx.query<{ id: number }>(
            `INSERT INTO node (objectid, kind, kinds, name, environment, described, last_seen, props)
             VALUES ($1, $2, ARRAY[$2::smallint], $3, $4, true, now(), jsonb_strip_nulls(jsonb_build_object('distinguishedname', $5::text)))
             ON CONFLICT (objectid) DO UPDATE SET kind = EXCLUDED.kind, kinds = EXCLUDED.kinds, name = EXCLUDED.name,
               environment = EXCLUDED.environment, props = EXCLUDED.props RETURNING id`,
            [objectid, kind, name, environment, distinguishedName],
          )),
        );
      await publish(tx, { owners: [], nodes: changed.map(({ id }) => id), log: new ChangeLog(false) });
    });
  }

  async function objectids(): Promise<ReadonlyMap<number, string>> {
    const rows = await test.database.query<{ id: number; objectid: string }>('SELECT id, objectid FROM node');
    return new Map(rows.map(({ id, objectid }) => [id, objectid]));
  }

  it('finds what a search over plain texts finds, before and after changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        nodes,
        nodes,
        fc.array(fc.nat(29), { maxLength: 5 }),
        fc.array(query, { minLength: 12, maxLength: 12 }),
        fc.record({ kinds: fc.option(fc.constant([Kind.User])), environments: fc.option(fc.constant(['S-1'])) }),
        fc.record({ skip: fc.nat(4), limit: fc.nat(6) }),
        async (first, second, removed, queries, filters, page) => {
          await clearGraph(test.database);
          await write(first);
          const base = await readGraphData(test.database);
          const gone = first.filter((_, index) => removed.includes(index)).map(({ objectid }) => objectid);
          const later = second.slice(0, 8);
          await write(later, gone);
          const changed = await readOverlay(test.database, base);
          const now = new Map(
            [...first.filter(({ objectid }) => !gone.includes(objectid)), ...later].map((it) => [it.objectid, it]),
          );
          const all = [...now.values()];
          const graph = new MemoryGraph(changed!);
          const objectidOf = await objectids();
          const odd = [...objectidOf.keys()].filter((id) => id % 2 === 1);
          const isOdd = (objectid: string) => odd.some((id) => objectidOf.get(id) === objectid);
          for (const chosen of queries)
            for (const [rest, isAsked] of [
              [everything, () => true],
              [{ ...everything, ...filters, ...page, among: odd }, isOdd],
              [{ ...everything, ...filters, ...page, except: odd }, (objectid: string) => !isOdd(objectid)],
            ] as const) {
              const request = { ...rest, query: textOf(chosen, [...first, ...later]) };
              const { count, ids } = bestMatches(graph, request, uninterrupted);
              expect({ count, found: ids.map((id) => objectidOf.get(id)) }).toEqual(naive(all, request, isAsked));
            }
        },
      ),
      { numRuns: 40 },
    );
  });
});
