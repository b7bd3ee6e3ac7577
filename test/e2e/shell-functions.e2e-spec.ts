import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { type TestApp, testApp } from '../support/app.js';

const FUNCTIONS = fileURLToPath(new URL('../../scripts/graphward.sh', import.meta.url));
const PASSWORD = 'a "quoted" \\ password';

let app: TestApp;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  app = await testApp({ environment: { SIGNATURE_KEYWORDS: 'svcsignature,mine' } });
  const draft = { name: 'sheila', email: null, role: 'administrator', password: PASSWORD } as const;
  const { id: accountId } = await app.app.get(AccountsService).create(draft);
  const { token, key } = await app.app.get(ApiTokensService).create({ accountId, name: 'shell', expiresAt: null });
  environment = {
    PATH: process.env['PATH'],
    GRAPHWARD_URL: app.url,
    GRAPHWARD_TOKEN_ID: token.id,
    GRAPHWARD_TOKEN_KEY: key,
    PASSWORD,
  };
});
afterAll(() => app.close());

async function shell(shell: string, script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(shell, ['-euc', `. ${FUNCTIONS}\n${script}`], { env: environment });
  return JSON.parse(stdout);
}

const kindCalled = (name: string) => `'{"custom_types":{"${name}":{"icon":{"type":"font-awesome","name":"print"}}}}'`;

const sendFile = (call: string) => `
  file=$(mktemp)
  trap 'rm -f "$file"' EXIT
  printf '{"meta":{"type":"users","version":6},"data":[]}' | gzip > "$file"
  ${call} POST /api/v2/file-upload/start > /dev/null
  ${call} POST /api/v2/file-upload/1 "@$file" application/gzip`;

describe.each(['sh', 'bash'])('the functions of graphward.sh in %s', (name) => {
  it('sign calls without a body and with one', async () => {
    expect(await shell(name, `gw_signed GET '/api/v2/asset-groups?limit=1&sort_by=name'`)).toMatchObject({
      data: [{ name: 'Admin Tier Zero' }],
    });
    expect(await shell(name, `gw_signed POST /api/v2/custom-nodes ${kindCalled(`Signed_${name}`)}`)).toMatchObject({
      data: [{ kindName: `Signed_${name}` }],
    });
  });

  it('print the first value of a name, a text or a number', async () => {
    const answer = `'{"data":{"id":7,"name":"a","token":{"id":"b-1","key":"k=="}}}'`;
    const values = ['id', 'name', 'key', 'none'].map((it) => `"$(printf %s ${answer} | gw_value ${it})"`);
    expect(await shell(name, `printf '["%s","%s","%s","%s"]' ${values.join(' ')}`)).toEqual(['7', 'a', 'k==', '']);
  });

  it('sign with the given keyword', async () => {
    const call = 'gw_signed GET /api/v2/self';
    expect(await shell(name, `GRAPHWARD_KEYWORD=mine\n${call}`)).toMatchObject({ data: { name: 'sheila' } });
    await expect(shell(name, `GRAPHWARD_KEYWORD=theirs\n${call}`)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"http_status":401'),
    });
  });

  it.each([
    ['a resource that does not exist', 'gw_signed GET /api/v2/asset-groups/999', 404],
    ['a body that is not valid', `gw_signed POST /api/v2/custom-nodes '{}'`, 400],
    ['credentials that are not valid', 'GRAPHWARD_TOKEN=none gw_bearer GET /api/v2/self', 401],
  ])('end with 1 and print the answer for %s', async (_, call, status) => {
    await expect(shell(name, call)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`^\\{"http_status":${status},.*\\}$`)),
    });
  });

  it('end with 1 if the service cannot be reached', async () => {
    await expect(shell(name, 'GRAPHWARD_URL=http://127.0.0.1:1\ngw_signed GET /api/v2/self')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('curl: (7)'),
    });
  });

  it('end with 0 for an answer without a body', async () => {
    const made = `gw_signed POST /api/v2/custom-nodes ${kindCalled(`Gone_${name}`)} > /dev/null`;
    const script = `${made}\ngw_signed DELETE /api/v2/custom-nodes/Gone_${name} > /dev/null\nprintf '"done"'`;
    expect(await shell(name, script)).toBe('done');
  });

  it('log in and call with a bearer token', async () => {
    const login = 'GRAPHWARD_TOKEN=$(gw_login sheila "$PASSWORD")';
    expect(await shell(name, `${login}\ngw_bearer GET '/api/v2/custom-nodes'`)).toMatchObject({
      data: expect.any(Array),
    });
    const create = `gw_bearer POST /api/v2/custom-nodes ${kindCalled(`Bearer_${name}`)}`;
    expect(await shell(name, `${login}\n${create}`)).toMatchObject({ data: [{ kindName: `Bearer_${name}` }] });
  });

  it('send files, signed and with a bearer token', async () => {
    const taken = { data: { file_upload_id: 1, media: 'json', size: 47, name: 'upload.json' } };
    expect(await shell(name, sendFile('gw_signed'))).toMatchObject(taken);
    const login = 'GRAPHWARD_TOKEN=$(gw_login sheila "$PASSWORD")';
    expect(await shell(name, login + sendFile('gw_bearer'))).toMatchObject(taken);
  });

  it('print the answer to a failed login and fail', async () => {
    await expect(shell(name, 'gw_login sheila wrong')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('"http_status":401'),
    });
  });
});
