import { Injectable } from '@nestjs/common';
import { LiveSessions } from './sessions/live-sessions.js';
import { LiveTokens } from './tokens/live-tokens.js';

/** What this instance remembers of accounts. Other instances notice a change when they read again. */
@Injectable()
export class LiveCredentials {
  constructor(
    private readonly sessions: LiveSessions,
    private readonly tokens: LiveTokens,
  ) {}

  /** Call after a change to any account; such changes are too rare to look for what they touch. */
  forgetAll(): void {
    this.sessions.forgetAll();
    this.tokens.forgetAll();
  }
}
