import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { LastUses } from '../credentials/last-uses.js';
import { SessionsRepository } from './sessions.repository.js';

/** The idle limit of the page's sessions counts from these. */
@Injectable()
export class SessionUses extends LastUses {
  constructor(
    private readonly sessions: SessionsRepository,
    clock: Clock,
  ) {
    super('session', clock);
  }

  protected store(id: string): Promise<void> {
    return this.sessions.storeUse(id);
  }
}
