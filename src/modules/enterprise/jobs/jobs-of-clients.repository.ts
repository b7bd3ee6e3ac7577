import { Injectable } from '@nestjs/common';
import type { ClientDeletion } from '../clients/clients.service.js';
import { moveQuery } from './job-moves.repository.js';

@Injectable()
export class JobsOfClientsRepository {
  /** In the transaction that deletes the client. */
  async cancelOpen(clientId: string, at: Date, on: ClientDeletion): Promise<void> {
    const change = { to: 'canceled', message: 'its client was deleted', at } as const;
    const { text, values } = moveQuery(change, 'client_id = $5', [clientId]);
    await on.query(text, values);
  }
}
