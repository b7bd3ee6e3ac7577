import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return most > 0 && Number(bits ?? 0) <= most;
}

/** @param networks of the form that {@link isNetwork} accepts */
export function listOfNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
