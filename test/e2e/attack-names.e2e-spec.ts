import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { attackFiles, attackId, attackNames, attackUsers, attacks } from '../support/attack-estate.js';
import { cellFor, parseCsv } from '../support/csv.js';
import { until } from '../support/until.js';

/** The server's half: the service returns such names as they are, in forms that no browser or spreadsheet takes for more. */
describe('an estate whose names are attacks', () => {
  let app: TestApp;

  let upload: number;

  beforeAll(async () => {
    app = await testApp({ runsTasks: true });
    ({ id: upload } = await data<{ id: number }>('POST', '/file-upload/start'));
    for (const { name, content } of attackFiles()) {
      const headers = { 'Content-Type': 'application/json', 'X-File-Upload-Name': name };
      await app.as('administrator', 'signature', 'POST', `/api/v2/file-upload/${upload}`, { headers, body: content });
    }
    await app.call('POST', `/api/v2/file-upload/${upload}/end`);
    await until(async () => {
      const { finish_time: end } = await data<{ finish_time: string | null }>('GET', `/file-upload/${upload}`);
      return end !== null;
    });
  });
  afterAll(() => app.close());

  async function data<T>(method: string, path: string): Promise<T> {
    const answer = await app.call(method, `/api/v2${path}`);
    return ((await answer.json()) as { data: T }).data;
  }

  it('is read without a fault', async () => {
    const tasks = await data<{ file_name: string; faults: object[] }[]>(
      'GET',
      `/file-upload/${upload}/completed-tasks`,
    );
    expect(tasks.map(({ file_name: name, faults }) => [name, faults])).toEqual(
      attackFiles().map(({ name }) => [name, []]),
    );
  });

  it('has each name as it was collected', async () => {
    const names = await Promise.all(
      attackUsers.map(
        async (id) => (await data<{ props: { name: string } }>('GET', `/users/${id}?counts=false`)).props.name,
      ),
    );
    expect(names).toEqual(attackNames);
  });

  it('answers with JSON that a browser neither sniffs nor shows', async () => {
    const answer = await app.call('GET', `/api/v2/search?query=${encodeURIComponent(attacks.markup)}`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const { data: rows } = (await answer.json()) as { data: { name: string }[] };
    expect(rows[0]!.name).toBe(attacks.markup);
  });

  it('has addresses that lead to the entity of any id', async () => {
    const [row] = await data<{ objectid: string; href: string }[]>(
      'GET',
      `/search?query=${encodeURIComponent(attackId)}`,
    );
    expect(row).toMatchObject({ objectid: attackId, href: `/api/v2/base/${encodeURIComponent(attackId)}` });
    const { props } = await data<{ props: { objectid: string } }>('GET', row!.href.replace('/api/v2', ''));
    expect(props.objectid).toBe(attackId);
  });

  it('has no formulas in CSV', async () => {
    const last = `${attackUsers[0]!.replace(/\d+$/, '')}512`;
    const path = `/api/v2/groups/${last}/members`;
    const rows = ((await (await app.call('GET', `${path}?limit=1000`)).json()) as { data: { name: string }[] }).data;
    const csv = await app.as('read_only', 'bearer', 'GET', path, { headers: { Accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const [head = [], ...cells] = parseCsv(await csv.text());
    expect(cells.map((row) => row[head.indexOf('name')])).toEqual(rows.map(({ name }) => cellFor(name)));
    expect(rows.filter(({ name }) => name === attacks.formula)).toHaveLength(2);
  });
});
