import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { s3Credentials, S3Server } from '../../../test/support/s3-server.js';
import { productVersion } from '../../base/config/product-version.js';
import { Settings } from '../../base/config/settings.js';
import { migrations } from '../../database/migrations/migrations.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { environmentOf, runCommand, smallEstate } from '../questions/questions.fixture.js';

describe('status', () => {
  let app: TestApp;
  let environment: Record<string, string>;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    environment = { ...environmentOf(app), GRAPH_MEMORY: '64', EDITION: 'enterprise' };
    await writeGraph(app.database, smallEstate);
  });
  afterAll(() => app.close());

  it('prints the state of each part', async () => {
    await app.database.query(`
      INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at, finished_at, reason)
        VALUES (gen_random_uuid(), 'failed', '2026-11-01Z', 'x', '2026-11-01Z', '2026-11-01T00:00:01Z', 'the disk is full');
      INSERT INTO analysis_run (id, status, requested_at, requested_by) VALUES (gen_random_uuid(), 'waiting', '2026-11-02Z', 'x');
      SELECT graphile_worker.add_job('analysis', run_at => now() + interval '1 hour')`);
    const { code, out, err } = await runCommand(environment, 'status');

    expect([code, err]).toEqual([0, '']);
    const size = String.raw`\d+\.\d [MGT]B`;
    const { dataDir } = app.app.get(Settings);
    expect(out.replaceAll(/\n {12}/g, ' ').split('\n')).toEqual([
      `program     Graphward ${productVersion()}, EDITION enterprise, ROLE all, Node ${process.versions.node}`,
      `service     ${app.url}: community edition, ready`,
      expect.stringMatching(
        new RegExp(String.raw`^database    PostgreSQL \d+\.\d+.*, database \w+ of ${size}, \d+ of \d+ connections$`),
      ),
      `migrations  up to date (${migrations.at(-1)?.name})`,
      expect.stringMatching(
        /^graph       version 1, 8 nodes, 8 entries of lists; needs \d+\.\d kB of 67\.1 MB \(GRAPH_MEMORY\)$/,
      ),
      'analysis    requested at 2026-11-02T00:00:00.000Z; last failed at 2026-11-01T00:00:01.000Z: the disk is full',
      'queue       1 tasks wait, 0 run, 0 have failed and are tried again (analysis 1)',
      'uploads     all files are read',
      'alerts      0 channels',
      expect.stringMatching(new RegExp(`^data        ${size} of ${size} free at ${dataDir}$`)),
      expect.stringMatching(new RegExp(`^spool       0 files; ${size} of ${size} free at ${dataDir}/spool$`)),
    ]);
  });

  it('prints the same as JSON', async () => {
    const { code, out } = await runCommand({ ...environment, PORT: '2' }, 'status', '--json');

    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        service: { url: 'http://127.0.0.1:2', readiness: null, edition: null, isOfDatabase: true },
        migrations: { applied: migrations.map(({ name }) => name), pending: [], unknown: [], missing: [] },
        work: {
          graph: { version: 1, nodes: 8, edges: 8, memoryBytes: 67_108_864 },
          queue: { waiting: 1, running: 0, failing: 0, tasks: { analysis: 1 } },
          unreadFiles: 0,
          channels: {},
          analysis: { waitingSince: '2026-11-02T00:00:00.000Z', runningSince: null, last: { status: 'failed' } },
        },
        spool: { bucket: null, files: 0 },
      },
    ]);
  });

  it('counts the files in the bucket of SPOOL_URL, and reports one that does not answer', async () => {
    Object.assign(process.env, s3Credentials);
    const s3 = await S3Server.start();
    const spool = async () =>
      JSON.parse((await runCommand({ ...environment, ...s3.settings(), PORT: '2' }, 'status', '--json')).out).spool;
    const bucket = `s3://${s3.bucket}/spool`;
    try {
      expect(await spool()).toMatchObject({ bucket, files: 0 });
      const { out } = await runCommand({ ...environment, ...s3.settings(), PORT: '2' }, 'status');
      expect(out).toContain(`spool       0 files in ${bucket};`);
      await s3.stop();
      expect(await spool()).toMatchObject({ bucket, files: null });
    } finally {
      await s3.remove();
    }
  });

  it('does not migrate the database, and does not read tables of another version', async () => {
    await app.database.query(
      `UPDATE migration SET name = 'CreateFuture9999999999999' WHERE id = (SELECT max(id) FROM migration)`,
    );
    const { code, out } = await runCommand({ ...environment, PORT: '2' }, 'status');

    expect(code).toBe(0);
    expect(out).toMatch(
      /migrations  a newer Graphward migrated the database: this one .*\n +know CreateFuture9999999999999\ndata  /,
    );
  });

  it('exits with 3 if the database is away', async () => {
    const away = { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:2/none', DATABASE_WAIT: '0' };
    expect(await runCommand(away, 'status')).toEqual({
      code: 3,
      out: '',
      err: 'The database none at 127.0.0.1:2 as user nobody could not be reached within 0 s: connect ECONNREFUSED 127.0.0.1:2',
    });
  });
});
