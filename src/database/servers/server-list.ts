/** What a server must be to be connected to, as in libpq. `any` is the default. */
const sessionAttributes = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const;

export type SessionAttributes = (typeof sessionAttributes)[number];

/** The servers that a URL of PostgreSQL names. */
interface ServerList {
  /** A URL for each server, without `target_session_attrs`. */
  readonly urls: readonly [string, ...string[]];
  readonly attributes: SessionAttributes;
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const attributesName = 'target_session_attrs=';

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`.
 * @throws Error if it is no such URL; the message has no password
 */
export function serverList(url: string): ServerList {
  const match = parts.exec(url);
  if (!match) throw new Error('it is no URL such as postgres://user:password@host:5432/database');
  const [, start = '', hosts = '', path = '', query = ''] = match;
  const parameters = query.split('&').filter(Boolean);
  const kept = parameters.filter((it) => !it.startsWith(attributesName));
  const end = path + (kept.length > 0 ? `?${kept.join('&')}` : '');
  const [first = '', ...others] = hosts.split(',');
  if (others.length > 0 && [first, ...others].includes('')) throw new Error('it names a host that is empty');
  const urls = [start + first + end, ...others.map((host) => start + host + end)] as const;
  return { urls, attributes: attributesIn(parameters.filter((it) => it.startsWith(attributesName))) };
}

function attributesIn([parameter = `${attributesName}any`, ...more]: readonly string[]): SessionAttributes {
  const found = sessionAttributes.find((it) => parameter === attributesName + it);
  if (found === undefined || more.length > 0)
    throw new Error(`target_session_attrs takes one of ${sessionAttributes.join(', ')}`);
  return found;
}
