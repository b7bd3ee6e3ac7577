import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { loadSettings } from '../base/config/load-settings.js';
import { KindNames } from '../graph/store/kind-names.js';
import { bytesOf, bytesWithSuccessor } from '../graph/memory/graph-budget.js';
import { graphBounds, readGraphData } from '../graph/memory/read-graph.js';
import { GraphExpiry } from '../graph/writer/removal/graph-expiry.js';
import { sumOfChanges } from '../graph/records.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { classic, source } from './ingest.fixture.js';
import { IngestService } from './ingest.service.js';
import type { PayloadSource } from './reading/payload-source.js';
import { NamedKinds } from '../graph/kinds/free-kinds.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

const days = 10;
const replacedUsers = 3;

/** The objects of a domain, as JSON by type of file. */
const objects = new Estate({ seed: 'daily', sizes: ESTATE_PRESETS.small, now: new Date('2026-10-01T12:00:00Z') })
  .directoryRun()
  .map((payload) => ({ meta: payload.meta, lines: Array.from(payload.items(), (item) => JSON.stringify(item)) }));

const users = objects.flatMap(({ meta, lines }) =>
  meta['type'] === 'users' ? lines.map((line) => String(JSON.parse(line).ObjectIdentifier)) : [],
);

/** The files of a day. Each day some users are replaced by others, and one object of a hundred is changed. */
function collectionOf(day: number): PayloadSource[] {
  const replaced = new Set(day === 0 ? [] : users.slice(-replacedUsers * day));
  const renamed = (sid: string) => (replaced.has(sid) ? `${sid}000` : sid);
  return objects.map(({ meta, lines }) => {
    const data = lines.map((line, index) => {
      const object = JSON.parse(line.replace(/S-1-5-21-[0-9-]+/g, renamed)) as { Properties?: object };
      if (object.Properties && (index + day) % 100 === 0)
        Object.assign(object.Properties, { description: `of ${day}` });
      return object;
    });
    const type = String(meta['type']);
    return source(`${type}.json`, classic(type, data, meta));
  });
}

/** A graph that collections are read into. */
class CollectedGraph {
  nodesCreated = 0;
  private readonly clock = new FakeClock();
  private readonly ingest = new IngestService(
    new GraphWriter(this.test.database, new KindNames(this.test.database), this.clock),
    defaultReadLimits,
  );
  private readonly expiry = new GraphExpiry(
    this.test.database,
    loadSettings({ EDITION: 'enterprise' }),
    new NamedKinds(),
  );

  private constructor(readonly test: TestDatabase) {}

  static async open(): Promise<CollectedGraph> {
    return new CollectedGraph(await testDatabase());
  }

  /** Reads a collection on a day, after which old data are removed. */
  async collect(files: readonly PayloadSource[], day: number): Promise<void> {
    this.clock.set(new Date(Date.UTC(2026, 9, 1 + day, 12)).toISOString());
    const report = await this.ingest.ingest(files);
    assert.deepEqual(
      report.files.flatMap(({ faults }) => faults),
      [],
    );
    this.nodesCreated += sumOfChanges(report.files.flatMap(({ changes }) => changes ?? [])).nodesCreated;
    await this.expiry.removeExpired(this.clock.now(), () => Promise.resolve());
  }

  async highestId(): Promise<number | undefined> {
    const [row] = await this.test.database.query<{ id: number }>('SELECT last_value::int AS id FROM node_id_seq');
    return row?.id;
  }

  async memory(): Promise<object> {
    const bounds = await graphBounds(this.test.database);
    return { ...bounds, bytes: bytesOf(await readGraphData(this.test.database)), estimate: bytesWithSuccessor(bounds) };
  }
}

describe('daily collections', () => {
  let aged: CollectedGraph;
  let fresh: CollectedGraph;

  beforeAll(async () => {
    [aged, fresh] = [await CollectedGraph.open(), await CollectedGraph.open()];
  });
  afterAll(() => Promise.all([aged.test.drop(), fresh.test.drop()]));

  it('use one id for each node that is created, and the memory of a fresh graph', async () => {
    for (let day = 0; day <= days; day++) await aged.collect(collectionOf(day), day);
    const last = collectionOf(days);
    // Until the last users that were replaced have expired.
    for (let day = days + 4; day <= days + 12; day += 4) await aged.collect(last, day);
    await fresh.collect(last, days);
    expect(aged.nodesCreated).toBe(fresh.nodesCreated + days * replacedUsers);
    expect(await aged.highestId()).toBe(aged.nodesCreated);
    expect(await aged.memory()).toEqual(await fresh.memory());
  });
});
