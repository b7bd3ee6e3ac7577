import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../base/config/settings.js';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import { LoopbackAccess } from '../credentials/loopback.js';
import { cookiesNamed } from './cookie-header.js';
import { isOfOwnFrame, originFault, pageFault } from './request-forgery.js';

/** The scheme and the host by which the browser reached the page. */
interface Arrival {
  readonly origin: URL;
  readonly isSecure: boolean;
}

/**
 * The cookie that keeps the session of the page (docs/adr/0064-cookie-session.md). Its value is a bearer token that scripts of the page
 * can't read. Browsers send the cookies of a host to all of its ports, so the name ends with the port.
 */
@Injectable()
export class SessionCookie {
  constructor(
    private readonly settings: Settings,
    private readonly loopback: LoopbackAccess,
  ) {}

  /**
   * Returns the bearer token of a request of the page, or why its cookie does not count.
   * @param isShownInFrame whether a frame of the page may send it, too
   */
  read(request: Request, isShownInFrame: boolean): { readonly token: string } | { readonly refusal: string } {
    const { name } = this.transportOf(request);
    const [token, ...others] = cookiesNamed(name, request.headers.cookie);
    if (token === undefined) return { refusal: `there is no cookie ${name}` };
    if (others.length > 0) return { refusal: `there are several cookies ${name}` };
    const found = this.faultOf(request, isShownInFrame && isOfOwnFrame(request));
    return found ? { refusal: `the cookie does not count: ${found.context} ${found.message}` } : { token };
  }

  /** @throws InvalidInputError if the page of this service did not send the request, or the cookie would cross a network in clear */
  requireOwnPage(request: Request): void {
    const found = this.faultOf(request);
    if (found) throw new InvalidInputError([found]);
  }

  write(request: Request, response: Response, token: string): void {
    const { name, isSecure } = this.transportOf(request);
    response.cookie(name, token, { path: '/', httpOnly: true, secure: isSecure, sameSite: 'strict' });
  }

  clear(request: Request, response: Response): void {
    const { name, isSecure } = this.transportOf(request);
    response.clearCookie(name, { path: '/', httpOnly: true, secure: isSecure, sameSite: 'strict' });
  }

  /** The port by which the browser reached the page. */
  portOf(request: Request): string {
    const { origin, isSecure } = this.arrivalOf(request);
    return origin.port || (isSecure ? '443' : '80');
  }

  /** @throws InvalidInputError if the cookie would cross a network in clear */
  requireSafeTransport(request: Request): void {
    if (!this.isSafe(request)) throw new InvalidInputError([insecureTransport]);
  }

  private faultOf(request: Request, isOfFrame = false): Fault | undefined {
    const forgery = (isOfFrame ? undefined : pageFault(request)) ?? originFault(request, this.ownOrigins(request));
    if (forgery) return forgery;
    return this.isSafe(request) ? undefined : insecureTransport;
  }

  private isSafe(request: Request): boolean {
    return this.transportOf(request).isSecure || this.loopback.allows(request);
  }

  /** Without TLS there is no `__Host-`: browsers accept that prefix of secure cookies only. */
  private transportOf(request: Request): { readonly isSecure: boolean; readonly name: string } {
    const { isSecure } = this.arrivalOf(request);
    return { isSecure, name: `${isSecure ? '__Host-' : ''}graphward-${this.portOf(request)}` };
  }

  /** A proxy that ends TLS is believed only if the settings name it or the address that it serves. */
  private arrivalOf(request: Request): Arrival {
    const { publicUrl } = this.settings;
    const isSecure = request.secure || /^https:/i.test(publicUrl);
    return { origin: new URL(publicUrl || hostOrigin(request, isSecure)), isSecure };
  }

  private ownOrigins(request: Request): string[] {
    const { origin, isSecure } = this.arrivalOf(request);
    return [origin.origin, new URL(hostOrigin(request, isSecure)).origin];
  }
}

const insecureTransport: Fault = fault(
  'session.insecure_transport',
  'transport',
  'the page needs HTTPS, unless its browser is on the machine of the service; set PUBLIC_URL to the https:// URL of the service, or TRUSTED_PROXIES to the proxy that ends TLS',
);

/** A host that is no part of a URL (HTTP/1.0 has none) equals no origin that a browser sends. */
function hostOrigin({ host }: Request, isSecure: boolean): string {
  const origin = `${isSecure ? 'https' : 'http'}://${host}`;
  return URL.canParse(origin) ? origin : 'http://invalid';
}
