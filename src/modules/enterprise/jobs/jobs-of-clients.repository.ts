import { Injectable } from '@nestjs/common';
import { sqlIn } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { moveQuery } from './job-moves.repository.js';

@Injectable()
export class JobsOfClientsRepository {
  /** In the transaction that deletes the client. */
  async cancelOpen(clientId: string, at: Date, on: Transaction): Promise<void> {
    const change = { to: 'canceled', message: 'its client was deleted', at } as const;
    const { text, values } = moveQuery(change, 'client_id = $5', [clientId]);
    await sqlIn(on).query(text, values);
  }
}
