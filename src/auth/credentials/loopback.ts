import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../base/config/settings.js';

const loopbackAddress = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
const proxyHeader = /forward|client-?ip|connecting-ip|real-ip|user-ip|envoy|^via$|^cdn-loop$|^x-proxy/;
const absoluteTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Decides whether a request comes from this machine and therefore needs no credentials. A loopback address is not enough: a proxy on this
 * machine has one too, and an attacker's page can make a browser on this machine send requests, even under the attacker's own host name
 * (DNS rebinding).
 */
@Injectable()
export class LoopbackAccess {
  /** False if the settings name a proxy, because a proxy may add no header. */
  private readonly provesOrigin: boolean;

  constructor({ trustedProxies, publicUrl }: Settings) {
    this.provesOrigin = trustedProxies.length === 0 && (publicUrl === '' || loopbackHost.test(hostOf(publicUrl)));
  }

  allows({ socket, headers, originalUrl }: Pick<Request, 'socket' | 'headers' | 'originalUrl'>): boolean {
    return (
      this.provesOrigin &&
      loopbackAddress.test(socket.remoteAddress ?? '') &&
      loopbackHost.test(headers.host ?? '') &&
      loopbackHost.test(absoluteTarget.exec(originalUrl)?.[1] ?? 'localhost') &&
      ['none', 'same-origin'].includes(headers['sec-fetch-site'] ?? 'none') &&
      !Object.keys(headers).some((name) => proxyHeader.test(name))
    );
  }
}

/** Returns the authority of a URL: host, port and, if there is one, a user name, which then matches no loopback host. */
function hostOf(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/.*$/, '');
}
