import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Environment, loadEnvFile, loadSettings, SettingsError } from './load-settings.js';

function faultsOf(environment: Environment): readonly string[] {
  try {
    loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}

describe('loadSettings', () => {
  it('has a default for every setting', () => {
    expect(loadSettings({})).toMatchObject({
      edition: 'community',
      host: '127.0.0.1',
      port: 8080,
      trustedProxies: [],
      dataDir: 'data',
      databaseUrl: '',
      allowUnlimitedWait: false,
      signatureKeywords: ['svcsignature'],
    });
  });

  it('parses choices, integers, flags, texts and lists', () => {
    const environment = {
      EDITION: 'enterprise',
      PORT: '0',
      ALLOW_UNLIMITED_WAIT: 'true',
      PUBLIC_URL: 'https://graph.example.com/base',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 ,::1',
    };

    expect(loadSettings(environment)).toMatchObject({
      edition: 'enterprise',
      port: 0,
      allowUnlimitedWait: true,
      publicUrl: 'https://graph.example.com/base',
      trustedProxies: ['loopback', '10.0.0.0/8', '::1'],
    });
  });

  it('uses the default if a variable is empty', () => {
    expect(loadSettings({ PORT: '', EDITION: '', SIGNATURE_KEYWORDS: '' })).toEqual(loadSettings({}));
  });

  it('keeps the graph forever in community, and for some days in enterprise', () => {
    expect(loadSettings({})).toMatchObject({ retentionData: 0, retentionSessions: 0, retentionUploads: 90 });
    expect(loadSettings({ EDITION: 'enterprise' })).toMatchObject({
      retentionData: 7,
      retentionSessions: 3,
      retentionUploads: 90,
    });
    expect(loadSettings({ RETENTION_DATA: '5', RETENTION_SESSIONS: '' })).toMatchObject({
      retentionData: 5,
      retentionSessions: 0,
    });
    expect(loadSettings({ EDITION: 'enterprise', RETENTION_DATA: '0' })).toMatchObject({ retentionData: 0 });
  });

  it('freezes the settings and their lists', () => {
    const settings = loadSettings({ TRUSTED_PROXIES: 'loopback' });

    expect(() => Object.assign(settings, { port: 1 })).toThrow(TypeError);
    expect(() => Reflect.apply(Array.prototype.push, settings.trustedProxies, ['10.0.0.0/8'])).toThrow(TypeError);
  });

  it.each([
    ['EDITION', 'Enterprise', 'EDITION: "Enterprise" is not allowed; it accepts community or enterprise'],
    ['PORT', '65536', 'PORT: "65536" is not allowed; it accepts an integer from 0 to 65535'],
    ['PORT', '-1', 'PORT: "-1" is not allowed; it accepts an integer from 0 to 65535'],
    ['PORT', '80.5', 'PORT: "80.5" is not allowed; it accepts an integer from 0 to 65535'],
    ['PORT', '8080 ', 'PORT: "8080 " is not allowed; it accepts an integer from 0 to 65535'],
    ['ALLOW_UNLIMITED_WAIT', 'yes', 'ALLOW_UNLIMITED_WAIT: "yes" is not allowed; it accepts true or false'],
    ...['300.1.1.1', '::1/129', '10.0.0.0/0', '10.0.0.0/8/8'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES: "${value}" is not allowed; it accepts addresses, CIDR ranges, loopback, linklocal or uniquelocal, separated by commas`,
    ]),
    ['PUBLIC_URL', 'http://:::', 'PUBLIC_URL: its value is not allowed; it accepts an http(s) URL, or empty'],
    ['HOST', 'a host', 'HOST: "a host" is not allowed; it accepts an address or a host name'],
    [
      'SIGNATURE_KEYWORDS',
      'fine,not fine',
      'SIGNATURE_KEYWORDS: "fine,not fine" is not allowed; it accepts words of letters, digits, _ and -, separated by commas',
    ],
  ])('refuses %s=%s and names the accepted values', (variable, value, line) => {
    expect(faultsOf({ [variable]: value })).toEqual([line]);
  });

  it('reports all faults in the order of declaration', () => {
    const lines = faultsOf({ LOG_LEVEL: 'loud', PORT: 'x', EDITION: 'none' });

    expect(lines.map((line) => line.split(':')[0])).toEqual(['EDITION', 'PORT', 'LOG_LEVEL']);
  });

  it.each([
    ['SECRET_KEY', 'too-short-to-be-one'],
    ['SECRET_KEY', ' '.repeat(40)],
    ['SECRET_KEY', 'k'.repeat(40)],
    ['SECRET_KEY', 'abcdefg '.repeat(5)],
    ['INITIAL_ADMIN_PASSWORD', 'hunter2'],
    ['DATABASE_URL', 'mysql://me:hunter2@localhost/graph'],
    ['DATABASE_URL', 'postgres://me:hunter2%@localhost/graph'],
    ['REDIS_URL', 'redis://:hunter2@localhost:99999'],
  ])('does not repeat the value of the secret %s', (variable, value) => {
    const [line] = faultsOf({ [variable]: value });

    expect(line).toMatch(new RegExp(`^${variable}: its value is not allowed; it accepts `));
    expect(line).not.toContain(value);
  });
});

describe('loadEnvFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graphward-env-'));
  const file = join(folder, '.env');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a file of Windows with a byte order mark, and keeps variables that are set', () => {
    writeFileSync(file, '\uFEFFTEST_OF_FIRST=one\r\nTEST_OF_SECOND=two\r\n');
    process.env['TEST_OF_SECOND'] = '';
    loadEnvFile(file);
    expect(process.env).toMatchObject({ TEST_OF_FIRST: 'one', TEST_OF_SECOND: '' });
  });

  it('refuses UTF-16 and a folder', () => {
    writeFileSync(file, Buffer.from('EDITION=enterprise', 'utf16le'));
    expect(() => loadEnvFile(file)).toThrow(
      new SettingsError([`${file} can't be read: it has bytes of UTF-16 or of a program; save it as UTF-8`]),
    );
    expect(() => loadEnvFile(folder)).toThrow(/graphward-env-\w+ can't be read: EISDIR/);
  });
});
