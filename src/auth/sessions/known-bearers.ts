import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { credentialCapacity } from '../credential-cache.js';
import type { Principal } from '../principal.js';
import { LiveSessions } from './live-sessions.js';
import type { SessionClaims } from './session-tokens.js';

/** Longer headers are proven each time: those of our own tokens are far shorter, and memory is not given away. */
const maxHeaderLength = 1024;

/**
 * The Authorization headers whose bearer token has been proven, so that a client's next request costs two look-ups rather than the
 * verification of a signature. That a token is genuine never changes; whether its session goes on is asked anew each time.
 */
@Injectable()
export class KnownBearers {
  private readonly headers = new LRUCache<string, SessionClaims>({ max: credentialCapacity });

  constructor(private readonly sessions: LiveSessions) {}

  /** Undefined where the header has to be proven, or its session to be read again. */
  peek(header: string): Principal | undefined {
    const claims = this.headers.get(header);
    return claims && this.sessions.peek(claims.sessionId);
  }

  remember(header: string, claims: SessionClaims): void {
    if (header.length <= maxHeaderLength) this.headers.set(header, claims);
  }
}
