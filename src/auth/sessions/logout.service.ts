import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { LiveSessions } from './live-sessions.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class LogoutService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly live: LiveSessions,
    private readonly clock: Clock,
  ) {}

  async logout(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId, this.clock.now());
    this.live.forget(sessionId);
  }
}
