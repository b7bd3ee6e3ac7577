import { productVersion } from '../../src/base/config/product-version.js';

/** Most characters of a text, elements of a list of objects or of values, members of an object by ids, and properties of a node. */
const limits = { text: 120, objects: 1, values: 3, members: 2, named: 8, properties: 6 };

const seconds = Date.parse('2026-10-01T12:00:00Z') / 1000;
const uuid = /\b[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b/gi;

const fixed: Readonly<Record<string, unknown>> = {
  duration: 1.5,
  graph_version: 42,
  otp: '287082',
  user_code: 'BCDF-GHJK',
  device_code: 'a-secret-of-the-program',
  totp_secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  recovery_codes: ['7K2M-9XQT-04FD-ZB3H', '0D5N-WC81-R6YA-KE9V', 'HM3S-4TQG-X72J-PB0F'],
};

const isTokenKey = (name: string, value: unknown) =>
  (name === 'key' && typeof value === 'string' && /^[\w+/-]{40,}=*$/.test(value)) ||
  (name === 'secret' && typeof value === 'string' && value.startsWith('whsec_'));

/** What browsers and devices make of random bytes for a passkey. */
const ofPasskeys = new Set(
  'challenge state id rawId clientDataJSON attestationObject authenticatorData signature'.split(' '),
);
const isOfPasskey = (name: string, value: unknown) =>
  ofPasskeys.has(name) && typeof value === 'string' && /^(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]{22,}$/.test(value);

export function uuidsIn(text: string): string[] {
  return (text.match(uuid) ?? []).map((it) => it.toUpperCase());
}

function plainNumber(number: number): number {
  if (number > 1e9 && number < 2.2e9) return seconds;
  return number > 1e12 && number < 2.2e12 ? seconds * 1000 : number;
}

/**
 * Returns values as they are on every day and machine, and short.
 * @param known ids that are the same each time, in upper case
 */
export function plainValues(known: ReadonlySet<string>): (value: unknown) => unknown {
  const made = new Map<string, string>();

  function plainId(id: string): string {
    if (known.has(id.toUpperCase()) || /^0{8}-/.test(id)) return id;
    const number = made.get(id) ?? String(made.size + 1).padStart(12, '0');
    made.set(id, number);
    return `00000000-0000-4000-8000-${number}`;
  }

  function plainText(text: string): string {
    const plain = text
      .replaceAll(uuid, plainId)
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'header.claims.signature')
      .replace(/^127\.0\.0\.1$/, '192.0.2.12')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://graph.example')
      .replaceAll(
        /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g,
        (_, fraction: string | undefined, zone: string) =>
          `2026-10-01T12:00:00${fraction?.replaceAll(/\d/g, '0') ?? ''}${zone}`,
      )
      .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, '2026-10-01')
      .replaceAll(/(?<=otpauth:.*\bsecret=)[A-Z2-7]{32}/g, String(fixed['totp_secret']))
      .replaceAll(/\b20\d\d0101T/g, '20260101T');
    return plain.length > limits.text ? `${plain.slice(0, limits.text - 1)}…` : plain;
  }

  function plainObject(object: object, name: string): object {
    const entries = Object.entries(object);
    const isOfObjects = entries.every(([, value]) => typeof value === 'object' && value !== null);
    const isById = isOfObjects && (entries.length > limits.named || entries.every(([key]) => /\d/.test(key)));
    const kept = isById ? limits.members : /^prop(ertie)?s$/i.test(name) ? limits.properties : entries.length;
    return Object.fromEntries(entries.slice(0, kept).map(([key, value]) => [key, plainMember(key, value)]));
  }

  function plainMember(key: string, value: unknown): unknown {
    if (isTokenKey(key, value)) return 'not-a-real-key';
    if (isOfPasskey(key, value)) return `random-${key}-in-base64url`;
    return typeof value === typeof fixed[key] ? fixed[key] : plain(value, key);
  }

  function plain(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return value === productVersion() ? '1.0.0' : plainText(value);
    if (typeof value === 'number') return plainNumber(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return plainObject(value, name);
    const isOfObjects = value.some((it) => typeof it === 'object');
    return value.slice(0, isOfObjects ? limits.objects : limits.values).map((it) => plain(it));
  }

  return (value) => plain(value);
}
