import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../base/config/settings.js';

const loopbackAddress = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
const proxyHeader = /forward|client-?ip|connecting-ip|real-ip|user-ip|envoy|^via$|^cdn-loop$|^x-proxy/;
const absoluteTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Decides whether a request comes from this machine, so that it needs no credentials. A loopback address alone does not prove that: a
 * proxy on this machine has one, and so has a browser on this machine that an attacker's page sends here, possibly under the attacker's
 * own host name (DNS rebinding).
 */
@Injectable()
export class LoopbackAccess {
  /** False if the settings say that a proxy is in front: it may add no header. */
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

/** With the port; a URL with anything else in front of its path, such as a user name, is no loopback host. */
function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
}
