import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { LiveCredentials } from '../live-credentials.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends the sessions of an account before their time. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly live: LiveCredentials,
    private readonly clock: Clock,
  ) {}

  /** @param except the session that stays */
  async endAllOf(accountId: string, except?: string): Promise<void> {
    await this.sessions.endAllOf(accountId, this.clock.now(), except);
    this.live.forgetAll();
  }
}
