import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { runCommandLine } from '../commands.js';

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

describe('the commands of accounts and tokens', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  /** @param stdin the text of standard input */
  async function run(words: string, stdin = '') {
    const out: string[] = [];
    const err: string[] = [];
    const input = new PassThrough();
    input.end(stdin);
    const code = await runCommandLine(words.split(' '), {
      settings: async () => loadSettings({ DATABASE_URL: test.url, SECRET_KEY: 'a secret of more than 32 characters' }),
      print: (line) => out.push(line),
      note: (line) => err.push(line),
      input,
      columns: 120,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  const lastAudits = async (count: number) => {
    const rows = await test.database.query<Record<string, unknown>>(
      `SELECT account_name, action, outcome, details FROM audit_log ORDER BY id DESC LIMIT ${count}`,
    );
    return rows.map((row) => Object.values(row)).toReversed();
  };
  const stored = async () =>
    (await test.database.query('SELECT is_disabled, password_hash FROM account WHERE name = $1', ['alice']))[0];

  it('create an account with a password of standard input', async () => {
    const { code, out, err } = await run('user create --name alice --role administrator', 'seven hedgehogs waltz\n');

    expect([code, err]).toEqual([
      0,
      'password of alice: reading one line of standard input\ncreated alice, administrator',
    ]);
    expect(out).toMatch(/^[0-9a-f-]{36}$/);
    expect(await run('user create --name bob --role user --password four-green-teapots-sing')).toMatchObject({
      code: 0,
      err: 'created bob, user',
    });
    expect(await run('user create --name Bob --role user --password four-green-teapots-sing')).toEqual({
      code: 1,
      out: '',
      err: 'the name Bob is taken',
    });
  });

  it('list accounts', async () => {
    const { code, out, err } = await run('user list');

    expect([code, err]).toEqual([0, '']);
    expect(out.replaceAll(uuid, '…').split('\n')).toEqual([
      '┌───────┬───────────────┬─────────┬────────────┬──────────────────────────────────────┐',
      '│ name  │ role          │ state   │ last login │ id                                   │',
      '├───────┼───────────────┼─────────┼────────────┼──────────────────────────────────────┤',
      '│ alice │ administrator │ enabled │            │ … │',
      '│ bob   │ user          │ enabled │            │ … │',
      '└───────┴───────────────┴─────────┴────────────┴──────────────────────────────────────┘',
    ]);
    expect(JSON.parse((await run('user list --json')).out)).toMatchObject([
      { name: 'alice', role: 'administrator', is_disabled: false },
      { name: 'bob', role: 'user', is_disabled: false },
    ]);
  });

  it('list and delete API tokens, never with their keys', async () => {
    expect(await run('token list')).toEqual({ code: 0, out: '', err: 'there are no API tokens' });
    const first: { id: string; key: string } = JSON.parse((await run('token create --user bob --name one --json')).out);
    await run('token create --user bob --name two');
    await run('token create --user alice --name three');

    const { out } = await run('token list --user bob');
    expect(out.replaceAll(uuid, '…').split('\n').slice(1, 5)).toEqual([
      '│ user │ name │ last used │ expires │ id                                   │',
      '├──────┼──────┼───────────┼─────────┼──────────────────────────────────────┤',
      '│ bob  │ one  │           │         │ … │',
      '│ bob  │ two  │           │         │ … │',
    ]);
    const all = (await run('token list --json')).out;
    expect(JSON.parse(all).map(({ user, name }: { user: string; name: string }) => [user, name])).toEqual([
      ['alice', 'three'],
      ['bob', 'one'],
      ['bob', 'two'],
    ]);
    expect(all).not.toContain(first.key);

    expect(await run(`token revoke ${first.id}`)).toEqual({ code: 0, out: '', err: `deleted ${first.id}` });
    expect(await run(`token revoke ${first.id}`)).toEqual({ code: 1, out: '', err: `there is no token ${first.id}` });
    expect(await run('token revoke --user bob')).toEqual({ code: 0, out: '', err: 'deleted all API tokens of bob' });
    expect(await run('token list --user bob')).toMatchObject({ err: 'there are no API tokens' });
    const [system, success] = ['(system)', 'success'];
    expect(await lastAudits(3)).toEqual([
      [system, 'token.delete', success, {}],
      [system, 'token.delete', 'failure', { reason: `path.token_id: there is no token ${first.id}` }],
      [system, 'token.revoke', success, { tokens_revoked: 1 }],
    ]);
  });

  it('disable an account with its sessions and tokens, and enable it', async () => {
    await run('user create --name carol --role administrator --password four-green-teapots-sing');
    await test.database.query(
      `INSERT INTO session (id, account_id, kind, created_at, expires_at)
       SELECT gen_random_uuid(), id, 'bearer', now(), now() + interval '1 hour' FROM account WHERE name = 'alice'`,
    );

    expect(await run('user disable ALICE')).toEqual({
      code: 0,
      out: '',
      err: 'disabled alice: its sessions have ended, its API tokens are deleted',
    });
    expect(await lastAudits(1)).toEqual([
      ['(system)', 'account.update', 'success', { is_disabled: true, tokens_revoked: 1 }],
    ]);
    expect(await test.database.query('SELECT ended_at IS NULL AS open FROM session')).toEqual([{ open: false }]);
    expect(await run('user disable carol')).toMatchObject({
      code: 1,
      err: 'this is the last administrator with a password; it can be neither disabled, demoted, deleted nor given to a provider',
    });
    expect((await run('user list')).out).toContain('│ alice │ administrator │ disabled │');
    expect(await run('user enable alice')).toEqual({ code: 0, out: '', err: 'enabled alice' });
    expect(await stored()).toMatchObject({ is_disabled: false });
  });

  it('limit an account to environments', async () => {
    await run('user create --name dora --role read_only --password four-green-teapots-sing');
    expect(await run('user environments dora')).toEqual({ code: 0, out: '', err: 'dora sees everything' });
    expect(await run('user environments dora s-1-5-21-1 env-a --none')).toEqual({
      code: 0,
      out: 'S-1-5-21-1\nenv-a',
      err: 'dora sees these environments, and nodes without one',
    });
    expect(await lastAudits(1)).toEqual([
      ['(system)', 'account.limit', 'success', { environments: ['S-1-5-21-1', 'env-a'], none: true }],
    ]);
    expect((await run('user environments dora')).out).toBe('S-1-5-21-1\nenv-a');
    expect(await run('user environments dora --all')).toEqual({ code: 0, out: '', err: 'dora sees everything' });
    expect(await run('user environments dora --all --none')).toMatchObject({ code: 2 });
    expect(await run('user environments dora --none')).toMatchObject({ code: 2 });
    expect(await run('user environments alice S-1')).toMatchObject({
      code: 1,
      err: 'accounts of the role administrator see all environments; limited are accounts of user and read_only',
    });
  });

  it('replace a password', async () => {
    await run('token create --user alice');
    const before = await stored();
    const { code, err } = await run('user password alice --revoke-tokens', 'nine violins argue quietly\n');

    expect([code, err]).toEqual([
      0,
      'password of alice: reading one line of standard input\n' +
        'alice has a new password: its sessions have ended, its API tokens are deleted',
    ]);
    expect(await lastAudits(1)).toEqual([
      ['(system)', 'account.update', 'success', { password: 'replaced', tokens_revoked: 1 }],
    ]);
    const after = await stored();
    expect(after).not.toEqual(before);
    expect(await run('user password alice', 'alice-alice-1\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('password: is made of the name'),
    });
    expect(await stored()).toEqual(after);
  });

  it('reset a second factor, with its recovery codes', async () => {
    await test.database.query(
      "INSERT INTO totp_factor (account_id, secret_sealed) SELECT id, 'x' FROM account WHERE name = 'bob'",
    );
    await test.database.query(
      "INSERT INTO recovery_code (account_id, digest) SELECT id, 'x' FROM account WHERE name = 'bob'",
    );
    await test.database.query("UPDATE account SET totp_active = true WHERE name = 'bob'");
    expect(await run('user mfa reset BOB')).toEqual({
      code: 0,
      out: '',
      err: 'bob has no second factor: its password alone logs in',
    });
    expect(await lastAudits(1)).toEqual([['(system)', 'mfa.remove', 'success', {}]]);
    expect(
      await test.database.query(
        "SELECT totp_active, (SELECT count(*)::int FROM totp_factor) + (SELECT count(*)::int FROM recovery_code) AS rows FROM account WHERE name = 'bob'",
      ),
    ).toEqual([{ totp_active: false, rows: 0 }]);
    expect(await run('user mfa reset bob')).toEqual({
      code: 1,
      out: '',
      err: 'the account has no second factor of this kind',
    });
  });

  it.each([
    ['user disable nobody', 1, 'there is no account nobody'],
    ['token revoke', 2, 'give ids of tokens or --user NAME'],
    ['token revoke x', 2, '"x" is not the id of a token'],
    [
      `user create --name a/b --role user`,
      2,
      '--name: "a/b" is not valid; it takes 1 to 64 letters, digits and the signs . _ - @',
    ],
    [
      'user create --name dave --role boss',
      2,
      '--role: "boss" is not valid; it takes administrator, power_user, user, auditor, read_only, upload_only',
    ],
    [
      'user create --name dave --role user',
      2,
      'password of dave: reading one line of standard input\npassword of dave: nothing was given',
    ],
  ])('refuse "%s"', async (words, code, err) => {
    expect(await run(words)).toEqual({ code, out: '', err });
  });

  it('take an account away from its provider with a new password', async () => {
    await test.database.query(
      `INSERT INTO sso_provider (kind, slug, display_name, issuer) VALUES ('OIDC', 'corp', 'Corp', 'https://idp.example')`,
    );
    await run('user create --name ivy --role user --password four-green-teapots-sing');
    await test.database.query(
      `UPDATE account SET password_hash = NULL, sso_provider_id = (SELECT id FROM sso_provider), sso_subject = 's'
       WHERE name = 'ivy'`,
    );
    expect(await run('user password ivy --password four-green-teapots-hum')).toMatchObject({ code: 0 });
    const [ivy] = await test.database.query(
      "SELECT sso_provider_id, sso_subject, password_hash IS NULL AS is_empty FROM account WHERE name = 'ivy'",
    );
    expect(ivy).toEqual({ sso_provider_id: null, sso_subject: null, is_empty: false });
  });

  it('rotate the key of SAML in two steps, and replace it at once', async () => {
    const certificates = async () =>
      (await test.database.query<{ certificate: string }>('SELECT certificate FROM sso_key ORDER BY id')).map(
        (it) => it.certificate,
      );
    expect(await run('sso rotate-key --finish')).toEqual({
      code: 1,
      out: '',
      err: 'no rotation of the key has begun; begin one by sso rotate-key',
    });
    expect((await run('sso rotate-key')).err).toBe(
      'a new key is announced: let SAML providers read the metadata of this service again, or give them the new certificate, then --finish',
    );
    const [first, second, ...others] = await certificates();
    expect(others).toEqual([]);
    expect((await run('sso rotate-key')).err).toBe(
      'a rotation of the key has begun already; end it by sso rotate-key --finish',
    );
    expect((await run('sso rotate-key --finish')).err).toBe('the new key signs; the former one is deleted');
    expect(await certificates()).toEqual([second]);
    await test.database.query("UPDATE sso_key SET private_key = 'unreadable'");
    expect(await run('sso reset-key')).toMatchObject({ code: 0 });
    const [reset, ...more] = await certificates();
    expect(more).toEqual([]);
    expect([first, second]).not.toContain(reset);
    expect((await lastAudits(2)).map(([actor, action, outcome]) => [actor, action, outcome])).toEqual([
      ['(system)', 'sso_key.delete', 'success'],
      ['(system)', 'sso_key.create', 'success'],
    ]);
  });
});
