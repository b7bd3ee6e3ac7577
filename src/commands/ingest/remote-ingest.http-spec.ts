import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { login } from '../../../test/support/signed-client.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import type { Role } from '../../auth/permissions.js';
import { computers, domain } from './collected-files.fixture.js';
import { runCommand } from '../questions/questions.fixture.js';

const domains = {
  data: [{ ObjectIdentifier: domain, Properties: { name: 'BIRCH.LOCAL', collected: true } }, { Properties: {} }],
  meta: { type: 'domains', version: 6, count: 2 },
};

describe('ingest --remote', () => {
  let app: TestApp;
  let folder: string;
  let file: Record<'computers' | 'domains' | 'text', string>;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise', runsTasks: true });
    folder = await mkdtemp(join(tmpdir(), 'remote-ingest-'));
    const [one, two, text] = ['computers.json', 'domäner.json', 'text.json'].map((name) => join(folder, name));
    file = { computers: one!, domains: two!, text: text! };
    await writeFile(file.computers, JSON.stringify(computers));
    await writeFile(file.domains, JSON.stringify(domains));
    await writeFile(file.text, 'hello');
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  async function tokenOf(role: Role): Promise<string> {
    const draft = { name: `remote-${role}`, email: null, role, password: 'four-green-teapots-sing' };
    await app.app.get(AccountsService).create(draft);
    return login(app.url, draft.name, draft.password);
  }
  const ingest = (token: string, ...words: readonly string[]) =>
    runCommand({ PORT: 'not a port' }, 'ingest', '--remote', '--url', app.url, '--token', token, ...words);

  it('uploads files, waits for the analysis, and reports as a local one', async () => {
    const { code, out, err } = await ingest(await tokenOf('user'), file.computers, file.domains, '--json');

    expect([code, err]).toEqual([0, 'upload 1: 2 of 2 files were received']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      complete: true,
      keptDays: { data: 7, sessions: 3 },
      analysis: {
        edges: expect.arrayContaining([{ kind: 'AdminTo', created: 1, removed: 0 }]),
        environments: [{ type: 'domain', name: 'BIRCH.LOCAL', counts: { computers: 1 } }],
      },
    });
    const files: Record<string, unknown>[] = report.files;
    expect(files.toSorted((a, b) => (String(a['path']) < String(b['path']) ? -1 : 1))).toMatchObject([
      { path: file.computers, nodes: { ADLocalGroup: 1, Computer: 1 }, faultCount: 0 },
      {
        path: file.domains,
        status: 'complete',
        nodes: { Domain: 1 },
        faults: [{ path: file.domains, list: 'data', record: 1, field: 'ObjectIdentifier' }],
      },
    ]);
    const stored = await app.database.query('SELECT name FROM upload_file ORDER BY id');
    expect(stored).toEqual([{ name: 'computers.json' }, { name: 'domäner.json' }]);
  });

  it('reports a file that the service refuses, and sends the others', async () => {
    const { code, out, err } = await ingest(await tokenOf('upload_only'), file.text, file.computers);

    expect([code, err]).toEqual([
      1,
      'upload 2: 1 of 2 files were received\n' +
        'the account of the token may not read the results of the analysis\n' +
        '1 of 2 files could not be read to their end',
    ]);
    expect(out).toContain(`1 fault:\n  ${file.text}: body: is neither a JSON object nor`);
  });

  it('needs an address and a token, and reads no settings', async () => {
    expect(await runCommand({ PORT: 'not a port' }, 'ingest', '--remote', file.text)).toEqual({
      code: 2,
      out: '',
      err: '--remote needs GRAPHWARD_URL and GRAPHWARD_TOKEN, or --url and --token',
    });
    expect(await ingest('none', file.computers)).toMatchObject({
      code: 1,
      err: `${app.url} refuses the token: it is wrong, or its session has ended`,
    });
  });

  it('names the files to send again if the service goes away', async () => {
    let calls = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const answers = [
          [201, { data: { id: 5 } }],
          [202, { data: { id: 9 } }],
          [503, {}],
        ] as const;
        const [status, body] = answers[calls++] ?? [500, {}];
        response.writeHead(status).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const words = ['--url', url, '--token', 't', file.computers, file.domains, file.text];
    const { code, out, err } = await runCommand({}, 'ingest', '--remote', ...words);
    server.closeAllConnections();
    server.close();

    expect({ code, out, err }).toEqual({
      code: 3,
      out: '',
      err: `the service answers 503; the files before are in upload 5 and will be read. Send these again:\n  ${file.domains}\n  ${file.text}`,
    });
  });
});
