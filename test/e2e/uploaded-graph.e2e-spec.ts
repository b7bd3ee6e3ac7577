import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { textOf } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import type { IngestReport } from '../../src/ingest/ingest-report.js';
import { zipOf } from '../../src/ingest/reading/zip.fixture.js';
import { type TestApp, testApp } from '../support/app.js';
import { type GraphDigest, graphDigest } from '../support/test-graph.js';
import { ReferenceGraph } from '../support/reference-graph.js';
import { until } from '../support/until.js';

const estate = new Estate({
  seed: 'uploads',
  sizes: ESTATE_PRESETS.small,
  now: new Date('2026-10-01T12:00:00Z'),
});
const texts = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(0)].map((payload) => ({
  name: payload.name,
  content: Buffer.from(textOf(payload)),
}));

interface CompletedTask {
  readonly file_name: string;
  readonly status: string;
  readonly records: number;
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
  readonly fault_count: number;
}

let app: TestApp;
/** The graph of the same files from the command line. */
let report: IngestReport;
let expected: GraphDigest;

beforeAll(async () => {
  const reference = await ReferenceGraph.open();
  try {
    report = await reference.read(texts);
    expected = await reference.digest();
  } finally {
    await reference.close();
  }
  app = await testApp({ runsTasks: true, edition: 'community' });
});
afterAll(() => app.close());

async function dataOf<T>(answer: Promise<Response>, status: number): Promise<T> {
  const response = await answer;
  expect(response.status).toBe(status);
  return ((await response.json()) as { data: T }).data;
}

const start = async () => (await dataOf<{ id: number }>(app.call('POST', '/api/v2/file-upload/start'), 201)).id;

async function send(upload: number, content: Buffer, name: string, type: string): Promise<void> {
  const headers = { 'Content-Type': type, 'X-File-Upload-Name': name };
  const answer = await app.as('administrator', 'signature', 'POST', `/api/v2/file-upload/${upload}`, {
    body: content,
    headers,
  });
  expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
}

async function statusOf(upload: number): Promise<string> {
  const [row] = await app.database.query<{ status: string }>('SELECT status FROM upload WHERE id = $1', [upload]);
  return row!.status;
}

async function countRuns(): Promise<number> {
  const [row] = await app.database.query<{ runs: number }>('SELECT count(*)::int AS runs FROM analysis_run');
  return row!.runs;
}

/** Upload, end, wait. */
async function handIn(files: readonly { name: string; content: Buffer; type: string }[]): Promise<number> {
  const upload = await start();
  for (const { name, content, type } of files) await send(upload, content, name, type);
  await dataOf(app.call('POST', `/api/v2/file-upload/${upload}/end`), 200);
  await until(async () => !['ingesting', 'analyzing'].includes(await statusOf(upload)), 60);
  return upload;
}

const json = texts.map((file) => ({ ...file, type: 'application/json' }));

describe('uploaded files', () => {
  it('have the same graph and report as on the command line', async () => {
    const upload = await handIn(json);
    expect(await statusOf(upload)).toBe('complete');
    expect(await graphDigest(app.database)).toEqual(expected);
    const tasks = await dataOf<CompletedTask[]>(
      app.call('GET', `/api/v2/file-upload/${upload}/completed-tasks?limit=1000`),
      200,
    );
    expect(
      tasks.map(({ file_name, status, records, nodes, edges, fault_count }) => ({
        file_name,
        status,
        records,
        nodes,
        edges,
        fault_count,
      })),
    ).toEqual(
      report.files.map(({ path, status, records, nodes, edges, faultCount }) => ({
        file_name: path,
        status,
        records,
        nodes,
        edges,
        fault_count: faultCount,
      })),
    );
  });

  it('change nothing if they are uploaded again as a ZIP', async () => {
    const zip = { name: 'again.zip', content: zipOf(texts), type: 'application/zip' };
    const upload = await handIn([zip]);
    expect(await statusOf(upload)).toBe('complete');
    expect(await graphDigest(app.database)).toEqual(expected);
    const [row] = await app.database.query<{ changes: number }>(
      `SELECT sum((SELECT sum(value::int) FROM jsonb_each_text(p.changes)))::int AS changes
       FROM upload_payload p JOIN upload_file f ON f.id = p.file_id WHERE f.upload_id = $1`,
      [upload],
    );
    expect(row?.changes).toBe(0);
  });

  it('are analysed once or twice if ten arrive at the same time', async () => {
    const before = await countRuns();
    const uploads = await Promise.all(Array.from({ length: 10 }, (_, at) => handIn([json[at % json.length]!])));
    expect(await Promise.all(uploads.map(statusOf))).toEqual(Array(10).fill('complete'));
    expect((await countRuns()) - before).toBeLessThanOrEqual(2);
  });

  it('leave no task and no file in the spool', async () => {
    const tasks = () => app.database.query("SELECT FROM graphile_worker.jobs WHERE task_identifier <> 'periodic'");
    await until(async () => (await tasks()).length === 0);
    expect(await app.database.query('SELECT FROM upload_file WHERE spool_key IS NOT NULL')).toEqual([]);
  });
});
