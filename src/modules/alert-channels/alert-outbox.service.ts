import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { AlertDeliveriesRepository } from './alert-deliveries.repository.js';
import type { PostedAlert } from './alert-message.js';

export { type AlertContents, type AlertRow, mostDigestRows, mostRows, type PostedAlert } from './alert-message.js';

/** Takes alerts for channels. */
@Injectable()
export class AlertOutboxService {
  constructor(private readonly deliveries: AlertDeliveriesRepository) {}

  /**
   * Stores an alert and its deliveries, which begin after the transaction.
   * @param key of the alert: a second one with the same key is not stored
   */
  async post(key: string, message: PostedAlert, channelIds: readonly string[], on: Transaction): Promise<void> {
    await this.deliveries.post(key, message, channelIds, on);
  }
}
