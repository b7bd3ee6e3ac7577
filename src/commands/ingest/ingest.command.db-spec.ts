import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { computers, domain } from './collected-files.fixture.js';
import { runCommandLine } from '../commands.js';

const domains = {
  data: [{ ObjectIdentifier: domain, Properties: { name: 'BIRCH.LOCAL', collected: true } }],
  meta: { type: 'domains', version: 6, count: 1 },
};

describe('ingest on the command line', () => {
  let test: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    test = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'ingest-command-'));
    await writeFile(join(folder, 'computers.json'), JSON.stringify(computers));
    await writeFile(join(folder, 'domains.json'), JSON.stringify(domains));
  });

  afterAll(async () => {
    await test.drop();
    await rm(folder, { recursive: true });
  });

  const run = (...words: readonly string[]) => runWith({}, ...words);

  async function runWith(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommandLine(['ingest', ...words], {
      settings: async () =>
        loadSettings({ DATABASE_URL: test.url, SECRET_KEY: 'a secret of more than 32 characters', ...environment }),
      print: (line) => out.push(line),
      note: (line) => err.push(line),
    });
    return { code, out: out.join('\n'), err };
  }

  it('reads a folder, derives what follows and reports it as JSON', async () => {
    const { code, out } = await run(folder, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      complete: true,
      files: [
        { path: join(folder, 'computers.json'), nodes: { ADLocalGroup: 1, Computer: 1 }, faultCount: 0 },
        { path: join(folder, 'domains.json'), nodes: { Domain: 1 }, faultCount: 0 },
      ],
      analysis: {
        unchanged: false,
        edges: expect.arrayContaining([{ kind: 'AdminTo', created: 1, removed: 0 }]),
        environments: [{ type: 'domain', name: 'BIRCH.LOCAL', counts: { computers: 1 } }],
      },
    });
  });

  it('changes and derives nothing the second time, and copies the counts', async () => {
    const { code, out } = await run(folder, '--json');
    expect(code).toBe(0);
    const { files, analysis } = JSON.parse(out);
    for (const { changes } of files) {
      expect(changes).toEqual({ nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 });
    }
    expect(analysis).toMatchObject({
      edges: [],
      unchanged: true,
      environments: [{ type: 'domain', name: 'BIRCH.LOCAL', counts: { computers: 1 } }],
    });
  });

  it('reads a gzip file, and heeds the limits of the settings', async () => {
    const packed = join(folder, 'domains.json.gz');
    await writeFile(packed, gzipSync(JSON.stringify(domains)));
    const { code, out } = await run(packed, '--json');
    expect([code, JSON.parse(out).files]).toMatchObject([
      0,
      [{ path: packed, status: 'complete', nodes: { Domain: 1 } }],
    ]);
    const large = { ...domains, data: [{ ...domains.data[0], Properties: { description: 'x'.repeat(2000) } }] };
    await writeFile(packed, gzipSync(JSON.stringify(large)));
    const refused = await runWith({ MAX_RECORD_BYTES: '1024' }, packed, '--json');
    expect(JSON.parse(refused.out).files[0].faults).toEqual([
      { path: packed, list: 'data', record: 0, field: null, reason: 'is larger than 1024 bytes (MAX_RECORD_BYTES)' },
    ]);
    await rm(packed);
  });

  it('exits 1 when a file can not be read, after the table of all', async () => {
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{"data":[');
    const { code, out, err } = await run(broken, join(folder, 'domains.json'));
    expect(code).toBe(1);
    const end = out.slice(out.indexOf('1 fault:')).replaceAll(/\n */g, ' ');
    expect(end).toBe(
      `1 fault: ${broken}: ends too early, at byte 9, at the top level; "meta", which comes last, is missing, ` +
        'so the type of its records is unknown; collect or upload the file again ' +
        'all that was read is kept for good (RETENTION_DATA, RETENTION_SESSIONS)',
    );
    expect(out).toContain('data quality by domain');
    expect(err.at(-1)).toBe('1 of 2 files could not be read to their end');
    await rm(broken);
  });

  it('says in one line that a file does not exist, before anything is read', async () => {
    const missing = join(folder, 'none.json');
    expect(await run(folder, missing)).toEqual({
      code: 1,
      out: '',
      err: [`${missing}: there is no such file or folder`],
    });
  });
});
