import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '../config/settings.js';
import { isIn, listOfNetworks } from '../values/networks.js';
import { innermost, isInner } from './inner-addresses.js';
import { OutwardError } from './outward-error.js';
import { openTunnel, proxyFor } from './proxy.js';

export interface OutwardRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the whole exchange, with its redirects; 5 seconds by default. */
  readonly limitMs?: number;
}

/** Where a stream or a datagram goes: an address that was checked. */
export interface Destination {
  readonly transport: 'tls' | 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
  /** The host as it was named. */
  readonly host: string;
}

const defaultLimitMs = 5000;
const maxBytes = 262_144;
const maxRedirects = 3;

type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * The one way by which the service calls addresses that people name. Without ALERT_NETWORKS it calls every address but inner ones, by https;
 * with it, addresses of these networks and no others. It never calls its own port. All addresses of a name have to be permitted, and the
 * connection goes to one that was looked at, so that a name can't change between check and use. Behind HTTPS_PROXY the proxy looks up names;
 * literal addresses are checked all the same.
 */
export class OutwardDoor {
  private readonly networks;

  constructor(
    private readonly settings: Settings,
    private readonly resolve: Resolve = resolveAll,
    /** Certificates in PEM that TLS streams trust in place of the usual ones. */
    private readonly trusted?: string,
  ) {
    const { alertNetworks } = settings;
    this.networks = alertNetworks.length > 0 ? listOfNetworks(alertNetworks) : undefined;
  }

  /** Returns why a URL is never called, as far as its text says: names are looked up at each call. */
  faultOf(text: string): string | undefined {
    if (!URL.canParse(text)) return 'is not a URL';
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.networks))
      return 'has to begin with https://; http:// is for addresses in ALERT_NETWORKS';
    return this.hostFault(url);
  }

  /** As {@link faultOf}, for `tls://HOST:PORT`, `tcp://…` and `udp://…`. */
  streamFaultOf(text: string): string | undefined {
    const url = streamUrl(text);
    return url ? this.hostFault(url) : 'has to be tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT';
  }

  /** Looks a host up. @throws OutwardError */
  async destinationOf(target: string): Promise<Destination> {
    const url = streamUrl(target);
    const fault = this.streamFaultOf(target);
    if (!url || fault !== undefined) throw new OutwardError(`the address ${fault}`);
    const [transport] = /^(?:tls|tcp|udp)/.exec(target) ?? [];
    const address = literalOf(url) ?? (await this.permittedAddressOf(url));
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return {
      transport: transport === 'tcp' || transport === 'udp' ? transport : 'tls',
      address,
      port: portOf(url),
      host,
    };
  }

  /** Opens a stream to a checked address. TLS is for the name of the host. */
  open({ transport, address, port, host }: Destination): Socket {
    if (transport !== 'tls') return connectTcp({ host: address, port });
    const name = isIP(host) ? {} : { servername: host };
    return connectTls({ host: address, port, ...name, ...(this.trusted !== undefined && { ca: this.trusted }) });
  }

  /** Follows redirects to the same host. @throws OutwardError */
  async fetch(target: string, options: OutwardRequest = {}): Promise<Response> {
    const signal = AbortSignal.timeout(options.limitMs ?? defaultLimitMs);
    let url = target;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await this.once(url, options, signal);
      const next = locationOf(answer, url, options);
      if (next === undefined) return answer;
      if (new URL(next).host !== new URL(url).host) throw new OutwardError(`${hostOf(url)} redirects to another host`);
      if (url.startsWith('https:') && !next.startsWith('https:'))
        throw new OutwardError(`${hostOf(url)} redirects to ${new URL(next).protocol}//, which is not encrypted`);
      url = next;
    }
    throw new OutwardError(`${hostOf(target)} redirects too often`);
  }

  private async once(target: string, options: OutwardRequest, signal: AbortSignal): Promise<Response> {
    const fault = this.faultOf(target);
    if (fault !== undefined) throw new OutwardError(`${hostOf(target)} is not called: the address ${fault}`);
    const url = new URL(target);
    const proxy = proxyFor(url, this.settings);
    const address = literalOf(url) ?? (proxy ? undefined : await this.permittedAddressOf(url));
    try {
      const way = proxy ? { socket: await openTunnel(proxy, url, signal) } : { address };
      return await exchange(url, way, options, signal);
    } catch (error) {
      if (error instanceof OutwardError) throw error;
      const reason = signal.aborted
        ? `it did not answer within ${options.limitMs ?? defaultLimitMs} ms`
        : String(error);
      throw new OutwardError(`${hostOf(target)} can't be reached: ${reason}`, { cause: error });
    }
  }

  private hostFault(url: URL): string | undefined {
    if (url.username || url.password) return 'has credentials';
    const literal = literalOf(url);
    return literal === undefined ? undefined : this.addressFault(literal, portOf(url));
  }

  private async permittedAddressOf(url: URL): Promise<string> {
    const found = await this.resolve(url.hostname).catch(() => []);
    const [first] = found;
    if (!first) throw new OutwardError(`${url.host} has no address`);
    for (const { address } of found) {
      const fault = this.addressFault(address, portOf(url));
      if (fault !== undefined) throw new OutwardError(`${url.host} is not called: its address ${fault}`);
    }
    return first.address;
  }

  private addressFault(given: string, port: number): string | undefined {
    const address = innermost(given);
    if (port === this.settings.port && isOwn(address)) return `${given} is the one of this service`;
    if (this.networks) return isIn(this.networks, address) ? undefined : `${given} is not in ALERT_NETWORKS`;
    return isInner(address) ? `${given} is an inner address; ALERT_NETWORKS can permit it` : undefined;
  }
}

/** How a call gets to its host: by an address that was looked at, or a connection through a proxy. */
interface Way {
  readonly address?: string | undefined;
  readonly socket?: Duplex;
}

function exchange(url: URL, { address, socket }: Way, options: OutwardRequest, signal: AbortSignal): Promise<Response> {
  const { method = 'GET', headers = {}, body } = options;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  // The name stays in the URL for TLS and for the header Host.
  const connection = socket ? { createConnection: () => socket } : { lookup: always(address ?? '') };
  const sent = request(url, { method, headers, signal, agent: false, ...connection });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => void readAnswer(answer, url).then(resolve, reject));
    sent.end(body);
  });
}

async function readAnswer(answer: IncomingMessage, url: URL): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new OutwardError(`the answer of ${url.host} is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((it): [string, string] => [name, it]),
  );
  const status = answer.statusCode ?? 0;
  const body = [101, 204, 205, 304].includes(status) ? null : new Uint8Array(Buffer.concat(chunks));
  return new Response(body, { status, headers });
}

function always(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family));
}

function locationOf(answer: Response, url: string, { method = 'GET' }: OutwardRequest): string | undefined {
  const location = answer.headers.get('location');
  if (method !== 'GET' || ![301, 302, 303, 307, 308].includes(answer.status) || location === null) return undefined;
  return URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

/** Read as a URL of HTTPS, which decodes all forms of addresses. */
function streamUrl(text: string): URL | undefined {
  const [, authority] = /^(?:tls|tcp|udp):\/\/([^/?#]+)\/?$/.exec(text) ?? [];
  if (authority === undefined || !/:\d+$/.test(authority)) return undefined;
  return URL.canParse(`https://${authority}`) ? new URL(`https://${authority}`) : undefined;
}

/** The address in place of a name; WHATWG has decoded decimal and octal forms. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) ? bare : undefined;
}

function portOf({ port, protocol }: URL): number {
  return port ? Number(port) : protocol === 'https:' ? 443 : 80;
}

function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).host : 'the address';
}

const loopback = listOfNetworks(['127.0.0.0/8', '::1']);

function isOwn(address: string): boolean {
  if (isIn(loopback, address)) return true;
  return Object.values(networkInterfaces()).some((cards) => cards?.some((card) => card.address === address));
}
