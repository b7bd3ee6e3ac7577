import { describe, expect, it } from '@jest/globals';
import { type Environment, loadSettings, SettingsError } from './load-settings.js';

function faultsOf(environment: Environment): readonly string[] {
  try {
    loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}

describe('the settings', () => {
  it('are complete without any variable', () => {
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

  it('are read by kind: a choice, an integer, a flag, a text, a list', () => {
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

  it('take their default where a variable is empty', () => {
    expect(loadSettings({ PORT: '', EDITION: '', SIGNATURE_KEYWORDS: '' })).toEqual(loadSettings({}));
  });

  it('keep the graph for good in community, and for some days in enterprise', () => {
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

  it('can not be changed afterwards, lists included', () => {
    const settings = loadSettings({ TRUSTED_PROXIES: 'loopback' });

    expect(() => Object.assign(settings, { port: 1 })).toThrow(TypeError);
    expect(() => Reflect.apply(Array.prototype.push, settings.trustedProxies, ['10.0.0.0/8'])).toThrow(TypeError);
  });

  it.each([
    ['EDITION', 'Enterprise', 'EDITION: "Enterprise" is not allowed; it takes community or enterprise'],
    ['PORT', '65536', 'PORT: "65536" is not allowed; it takes an integer from 0 to 65535'],
    ['PORT', '-1', 'PORT: "-1" is not allowed; it takes an integer from 0 to 65535'],
    ['PORT', '80.5', 'PORT: "80.5" is not allowed; it takes an integer from 0 to 65535'],
    ['PORT', '8080 ', 'PORT: "8080 " is not allowed; it takes an integer from 0 to 65535'],
    ['ALLOW_UNLIMITED_WAIT', 'yes', 'ALLOW_UNLIMITED_WAIT: "yes" is not allowed; it takes true or false'],
    ['HOST', 'a host', 'HOST: "a host" is not allowed; it takes an address or a host name'],
    [
      'SIGNATURE_KEYWORDS',
      'fine,not fine',
      'SIGNATURE_KEYWORDS: "fine,not fine" is not allowed; it takes words of letters, digits, _ and -, separated by commas',
    ],
  ])('refuse %s=%s and say what is allowed', (variable, value, line) => {
    expect(faultsOf({ [variable]: value })).toEqual([line]);
  });

  it('name every fault at once, in the order in which they are declared', () => {
    const lines = faultsOf({ LOG_LEVEL: 'loud', PORT: 'x', EDITION: 'none' });

    expect(lines.map((line) => line.split(':')[0])).toEqual(['EDITION', 'PORT', 'LOG_LEVEL']);
  });

  it.each([
    ['SECRET_KEY', 'too-short-to-be-one'],
    ['INITIAL_ADMIN_PASSWORD', 'hunter2'],
    ['DATABASE_URL', 'mysql://me:hunter2@localhost/graph'],
  ])('do not repeat what may be secret: %s', (variable, value) => {
    const [line] = faultsOf({ [variable]: value });

    expect(line).toMatch(new RegExp(`^${variable}: its value is not allowed; it takes `));
    expect(line).not.toContain(value);
  });
});
