import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { environmentOf, runCommand, smallEstate } from '../questions/questions.fixture.js';

const nowhere = '00000000-0000-4000-8000-000000000000';

describe('alerts and report', () => {
  let app: TestApp;
  let environment: Record<string, string>;

  beforeAll(async () => {
    app = await testApp();
    environment = environmentOf(app);
    await writeGraph(app.database, smallEstate);
    // Commands need an administrator.
    await app.call('GET', '/api/v2/self');
  });
  afterAll(() => app.close());

  it('list channels, test one, and retry a delivery', async () => {
    expect(await runCommand(environment, 'alerts', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: 'there are no channels of alerts',
    });
    const ids = [];
    for (const body of [
      { name: 'hook', url: 'https://hooks.example.com/secret' },
      { name: 'mail', type: 'email', addresses: ['ada@example.com', 'bo@example.com'] },
    ]) {
      const answer = await app.call('POST', '/api/v2/alert-channels', body);
      ids.push(((await answer.json()) as { data: { id: string } }).data.id);
    }
    const { code, out } = await runCommand(environment, 'alerts', 'list', '--tsv');
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        'id\tname\ttype\treceiver\tstate',
        `${ids[0]}\thook\tcloudevents\thttps://hooks.example.com\tok`,
        `${ids[1]}\tmail\temail\tada@example.com bo@example.com\tok`,
      ],
    ]);
    expect(await runCommand(environment, 'alerts', 'test', ids[1]!)).toMatchObject({
      code: 0,
      out: 'delivery 1: waiting',
    });
    expect(await runCommand(environment, 'alerts', 'retry', ids[1]!, '1')).toMatchObject({
      code: 0,
      out: 'delivery 1: waiting',
    });
    expect(await runCommand(environment, 'alerts', 'test', 'hook')).toMatchObject({ code: 2 });
    const unknown = await runCommand(environment, 'alerts', 'test', nowhere);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining(`there is no alert channel ${nowhere}`)]);
  });

  it('writes a report to a file, in the form of its name', async () => {
    const file = join(tmpdir(), `report-${process.pid}.md`);
    const { code, err } = await runCommand(environment, 'report', '--tag', 'tier-zero', '--since', '-P30D', '-o', file);
    expect([code, err]).toEqual([0, `${file} is written`]);
    expect((await readFile(file, 'utf8')).split('\n')[0]).toBe('# Exposure');
    const refused = await runCommand(environment, 'report', '--tag', 'nothing');
    expect(refused.code).toBe(1);
  });
});
