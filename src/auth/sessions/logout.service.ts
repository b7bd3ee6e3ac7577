import { Injectable } from '@nestjs/common';
import { LiveSessions } from './live-sessions.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class LogoutService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly live: LiveSessions,
  ) {}

  async logout(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
    this.live.forget(sessionId);
  }
}
