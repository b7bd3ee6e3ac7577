// The decorators of the class fill the descriptions.
import '../../base/config/settings.js';
import { existsSync, readFileSync } from 'node:fs';
import { cutValues } from '../../base/config/cut-values.js';
import { settingDescriptions } from '../../base/config/setting.decorators.js';
import type { Settings } from '../../base/config/settings.js';
import { fail, type MachineCheck, ok, type Verdict, warn } from './check.js';

/** The oldest Node on which the program is tested (scripts/run.mjs). */
const leastNode = [20, 19] as const;

export function nodeVerdict(version: string): Verdict {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    return fail(
      `Node ${version} is too old`,
      `install Node ${leastNode.join('.')} or newer, best an even version such as 24`,
    );
  if (major % 2 === 1)
    return warn(`Node ${version} is a version without long support`, 'install an even version, such as 24');
  return ok(`Node ${version}`);
}

const loopback = /^(localhost|127\..*|::1|\[::1\])$/i;

export function proxyVerdict({
  publicUrl,
  trustedProxies,
  host,
}: Pick<Settings, 'publicUrl' | 'trustedProxies' | 'host'>): Verdict {
  const hasProxy = trustedProxies.length > 0;
  if (publicUrl === '') {
    if (hasProxy)
      return warn(
        'TRUSTED_PROXIES is set, but PUBLIC_URL is not: links in answers have the host that each request names',
        'set PUBLIC_URL to the URL of the proxy',
      );
    if (!loopback.test(host))
      return warn(
        `the service listens on ${host} without TLS: passwords and tokens can be read on the network`,
        'listen on 127.0.0.1 behind a proxy with TLS, and set PUBLIC_URL and TRUSTED_PROXIES',
      );
    return ok('callers of this machine only: no proxy is set');
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (loopback.test(hostname)) return ok(`PUBLIC_URL is ${publicUrl}`);
  if (protocol === 'http:')
    return warn(
      `PUBLIC_URL is ${publicUrl}: passwords and tokens can be read on the network`,
      'let a proxy terminate TLS, and set PUBLIC_URL to its https URL',
    );
  if (!hasProxy)
    return warn(
      `PUBLIC_URL is ${publicUrl}, so a proxy terminates TLS, but TRUSTED_PROXIES is empty: all callers share its rate limits`,
      'set TRUSTED_PROXIES to the addresses of the proxy, such as loopback',
    );
  return ok(`behind ${trustedProxies.join(', ')}, as ${publicUrl}`);
}

export function timeLimitsVerdict({
  defaultWait,
  maxWait,
  statementTimeout,
}: Pick<Settings, 'defaultWait' | 'maxWait' | 'statementTimeout'>): Verdict {
  if (defaultWait > maxWait)
    return warn(
      `DEFAULT_WAIT (${defaultWait} s) is longer than MAX_WAIT (${maxWait} s)`,
      'raise MAX_WAIT, or lower DEFAULT_WAIT',
    );
  if (statementTimeout > 0 && statementTimeout <= maxWait)
    return warn(
      `STATEMENT_TIMEOUT (${statementTimeout} s) ends statements of requests that may take ${maxWait} s (MAX_WAIT)`,
      `set STATEMENT_TIMEOUT to more than ${maxWait}`,
    );
  return ok(`${defaultWait} s a request, at most ${maxWait} s`);
}

function namesVerdict({ misspelt }: Pick<Settings, 'misspelt'>): Verdict {
  if (misspelt.length === 0) return ok('no variable looks like a misspelt setting');
  return warn(misspelt.join('; '), 'correct the names in the environment or in .env: unknown ones have no effect');
}

/** @param envFile text of `.env` in the folder of the command, which is also the folder of the service */
export function hashVerdict({ databaseUrl }: Pick<Settings, 'databaseUrl'>, envFile: string): Verdict {
  const known = new Set(settingDescriptions().map(({ variable }) => variable));
  const cut = cutValues(envFile).filter((name) => known.has(name));
  if (cut.length > 0)
    return warn(`.env: the values of ${cut.join(', ')} end at a #, which begins a comment`, 'put the values in quotes');
  if (databaseUrl.includes('#'))
    return fail(
      'DATABASE_URL has a #, and the text after it is no part of an address',
      'write %23 for a # in the password',
    );
  return ok('no value is cut at a #');
}

function hash(settings: Settings): Verdict {
  return hashVerdict(settings, existsSync('.env') ? readFileSync('.env', 'utf8') : '');
}

/** Checks that need nothing but the settings. */
export const settingsChecks: readonly MachineCheck[] = [
  { name: 'names', run: namesVerdict },
  { name: 'passwords', run: hash },
  { name: 'node', run: () => nodeVerdict(process.versions.node) },
  { name: 'proxies', run: proxyVerdict },
  { name: 'time limits', run: timeLimitsVerdict },
];
