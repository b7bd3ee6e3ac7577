import { isIPv6 } from 'node:net';
import { isIn, listOfNetworks } from '../values/networks.js';

/** Addresses that no stranger may make the service call: itself, its link, and the platforms that it may run on. */
const never = listOfNetworks([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255',
  // Metadata and agents of clouds: Alibaba, Azure, Oracle.
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
  // Translated by the network itself, to addresses that it alone knows (RFC 8215), and tunnels of Teredo.
  '64:ff9b:1::/48',
  '2001::/32',
  // Metadata of AWS and of Google.
  'fd00:ec2::254',
  'fd20:ce::254',
]);

export function isInner(address: string): boolean {
  return isIn(never, address);
}

/** The IPv4 address that an IPv6 address carries (mapped, compatible, NAT64, 6to4), which is the one that is reached; else the same. */
export function innermost(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const head = groups.slice(0, 6).join(':');
  if (['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(head)) return dotted(groups.slice(6));
  if (head === '0:0:0:0:0:0' && groups[6] !== '0') return dotted(groups.slice(6));
  if (head.startsWith('0:0:0:0:ffff:0')) return dotted(groups.slice(6));
  return groups[0] === '2002' ? dotted(groups.slice(1, 3)) : address;
}

/** The eight groups of an IPv6 address in lower case, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function dotted(groups: readonly string[]): string {
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
}
