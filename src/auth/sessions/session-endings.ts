import { Injectable } from '@nestjs/common';
import { LiveCredentials } from '../live-credentials.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends the sessions of an account before their time. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly live: LiveCredentials,
  ) {}

  /** @param except the session that stays */
  async endAllOf(accountId: string, except?: string): Promise<void> {
    await this.sessions.endAllOf(accountId, except);
    this.live.forgetAll();
  }
}
