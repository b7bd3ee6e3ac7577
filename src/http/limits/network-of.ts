import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The network that a request counts against, see {@link networkOf}. */
export function rateLimitKeyOf(request: Request): string {
  return networkOf(request.ip ?? request.socket.remoteAddress ?? '');
}

/**
 * An IPv4 address unchanged, or the /64 of an IPv6 address in canonical spelling, because one host can use a whole /64. Ports, brackets
 * and zones are ignored. All other texts become `unknown`, so that a caller gains nothing by inventing addresses.
 */
export function networkOf(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare)) return bare;
  const address = bare.replace(/%.*$/, '');
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address in lower case, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
