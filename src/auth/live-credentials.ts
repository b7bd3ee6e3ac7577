import { Injectable } from '@nestjs/common';
import { LiveSessions } from './sessions/live-sessions.js';
import { LiveTokens } from './tokens/live-tokens.js';

/** The cached sessions and tokens of this instance. Other instances notice a change when their caches expire. */
@Injectable()
export class LiveCredentials {
  constructor(
    private readonly sessions: LiveSessions,
    private readonly tokens: LiveTokens,
  ) {}

  /** Call after a change to any account. Such changes are rare, so this clears everything. */
  forgetAll(): void {
    this.sessions.forgetAll();
    this.tokens.forgetAll();
  }
}
