import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import type { EntityPage, EntityPageRequest, GraphReader, PrincipalKind } from '../graph-reader.js';
import { KindNames } from '../kinds/kind-names.js';
import { SqlGraphReader } from '../sql-graph-reader.js';
import { ChangingGraph, graphChange, groups, users } from './graph-changes.fixture.js';
import { SnapshotGraphReader } from './snapshot-graph-reader.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { SnapshotSource } from './snapshot-source.js';

interface Principal {
  readonly kind: PrincipalKind;
  readonly id: string;
}

const principals: readonly Principal[] = [
  ...users.map((id) => ({ kind: 'User', id }) as const),
  ...groups.map((id) => ({ kind: 'Group', id }) as const),
];

/** One that renames change, and one that they don't; graphReaderContract has all. */
const orders: readonly EntityPageRequest['order'][] = [
  [{ by: 'name', descending: false }],
  [{ by: 'objectid', descending: true }],
];

interface Question {
  readonly principal: Principal;
  readonly order: EntityPageRequest['order'];
  readonly skip: number;
  readonly limit: number;
}

const question: fc.Arbitrary<Question> = fc.record({
  principal: fc.constantFrom(...principals),
  order: fc.constantFrom(...orders),
  skip: fc.nat(3),
  limit: fc.nat(5),
});

/** One question after the other, for ever. */
function* questionsOf(seed: number): Generator<Question> {
  const questions = fc.sample(question, { numRuns: 1000, seed });
  for (;;) yield* questions;
}

/** An answer, and the versions that were committed before and after it was asked for. */
interface Answer {
  readonly question: Question;
  readonly from: number;
  readonly to: number;
  readonly page: EntityPage | null;
}

/** The whole results by version, question and order. */
type Known = ReadonlyMap<string, EntityPage | null>;

function keyOf(version: number, { principal, order }: Question): string {
  return JSON.stringify([version, principal.id, order]);
}

function isAmong(known: Known, { question: asked, from, to, page }: Answer): boolean {
  for (let version = from; version <= to; version++) {
    const whole = known.get(keyOf(version, asked));
    const cut = whole && { ...whole, entities: whole.entities.slice(asked.skip, asked.skip + asked.limit) };
    if (cut !== undefined && JSON.stringify(cut) === JSON.stringify(page)) return true;
  }
  return false;
}

describe('a snapshot that is read while the graph is written', () => {
  let test: TestDatabase;
  let tables: SqlGraphReader;

  beforeAll(async () => {
    test = await testDatabase();
    tables = new SqlGraphReader(test.database, new KindNames(test.database));
  });

  afterAll(() => test.drop());

  /** Notes what the tables answer to every question now, while nobody writes. */
  async function note(known: Map<string, EntityPage | null>): Promise<void> {
    const version = await tables.version();
    const questions = principals.flatMap((principal) =>
      orders.map((order) => ({ principal, order, skip: 0, limit: 1000 })),
    );
    await Promise.all(
      questions.map(async (it) => {
        known.set(keyOf(version, it), await tables.adminRights(it.principal.kind, it.principal.id, it));
      }),
    );
  }

  /** Asks one question after the other until it is over, and twice more: the snapshot is behind the change then. */
  async function ask(reader: GraphReader, questions: Generator<Question>, over: AbortSignal): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let left = 2; left > 0; left -= Number(over.aborted)) {
      const asked: Question = questions.next().value;
      const from = await tables.version();
      const page = await reader.adminRights(asked.principal.kind, asked.principal.id, asked);
      answers.push({ question: asked, from, to: await tables.version(), page });
    }
    return answers;
  }

  it('answers as the tables did at a version that was committed while it was asked', async () => {
    const reads: string[] = [];
    class NotedSource extends SnapshotSource {
      override read: SnapshotSource['read'] = (task) => {
        reads.push(task);
        return super.read(task);
      };
    }
    const keeper = new SnapshotKeeper(test.database, new NotedSource(test.database));
    const reader = new SnapshotGraphReader(test.database, new KindNames(test.database), tables, keeper);
    const graph = new ChangingGraph(test.database);
    const known = new Map<string, EntityPage | null>();
    const askers = [1, 2, 3].map(questionsOf);
    const answers: Answer[] = [];

    await graph.write({ do: 'bulk' });
    await note(known);
    for (const change of fc.sample(graphChange, { numRuns: 120, seed: 20_261_121 })) {
      const over = new AbortController();
      const asking = askers.map((questions) => ask(reader, questions, over.signal));
      await graph.write(change);
      over.abort();
      answers.push(...(await Promise.all(asking)).flat());
      await note(known);
    }
    keeper.onModuleDestroy();

    expect(answers.filter((answer) => !isAmong(known, answer))).toEqual([]);
    expect(reader.answers.memory).toBeGreaterThan(100);
    expect(reader.answers.tables).toBeGreaterThan(10);
    expect(new Set(reads)).toEqual(new Set(['graph', 'computers']));
    expect(answers.some(({ page }) => page === null)).toBe(true);
    expect(answers.some(({ page }) => page && page.count > 1)).toBe(true);
  }, 120_000);
});
