import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { LastUses } from '../credentials/last-uses.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

@Injectable()
export class TokenUses extends LastUses {
  constructor(
    private readonly tokens: ApiTokensRepository,
    clock: Clock,
  ) {
    super('API token', clock);
  }

  protected store(id: string, at: Date): Promise<void> {
    return this.tokens.storeLastAccess(id, at);
  }
}
