import { Injectable } from '@nestjs/common';
import { CachedSessions } from '../sessions/cached-sessions.js';
import { CachedTokens } from '../tokens/cached-tokens.js';

/** The cached sessions and tokens of this instance. Other instances notice a change when their caches expire. */
@Injectable()
export class CachedCredentials {
  constructor(
    private readonly sessions: CachedSessions,
    private readonly tokens: CachedTokens,
  ) {}

  /** Call after a change to any account. Such changes are rare, so this clears everything. */
  forgetAll(): void {
    this.sessions.forgetAll();
    this.tokens.forgetAll();
  }
}
