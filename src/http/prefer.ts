import { InvalidInputError } from '../base/errors.js';

export interface WaitLimits {
  readonly defaultWait: number;
  readonly maxWait: number;
  readonly allowUnlimitedWait: boolean;
}

export interface Wait {
  /** Seconds that the request may take; undefined for no limit. */
  readonly seconds: number | undefined;
  /** Value of the `Preference-Applied` header; undefined where the client asked for nothing. */
  readonly applied: string | undefined;
}

/**
 * Reads the `wait` preference of RFC 7240 (`Prefer: wait=N`, N in seconds). Other preferences are ignored, of several `wait` the first
 * counts, and a value may be quoted, all as that RFC wants.
 * @throws InvalidInputError where `wait` is not an integer, or asks for no limit and the deployment does not allow that
 */
export function readWait(header: string | undefined, limits: WaitLimits): Wait {
  const asked = header === undefined ? undefined : waitPreference(header);
  if (asked === undefined) return { seconds: limits.defaultWait, applied: undefined };
  if (asked === '-1') return unlimited(limits);
  if (!/^\d+$/.test(asked)) {
    throw InvalidInputError.at(
      'header.invalid_value',
      'header.Prefer',
      `wait=${asked} is not valid; wait takes a number of seconds, or -1`,
    );
  }
  const seconds = Math.min(Number(asked) || limits.defaultWait, limits.maxWait);
  return { seconds, applied: `wait=${seconds}` };
}

function unlimited(limits: WaitLimits): Wait {
  if (limits.allowUnlimitedWait) return { seconds: undefined, applied: 'wait=-1' };
  throw InvalidInputError.at(
    'header.invalid_value',
    'header.Prefer',
    'wait=-1 is not allowed by this deployment (ALLOW_UNLIMITED_WAIT)',
  );
}

/** What stands between commas; a comma within a quoted value is none of these. */
const preferences = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;

function waitPreference(header: string): string | undefined {
  for (const [preference] of header.matchAll(preferences)) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=', 2);
    if (name.trim().toLowerCase() === 'wait') return value.trim().replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}
