import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { HandlesTask } from '../../queue/background-work.js';
import { AlertDeliveriesRepository, type Attempt, type WaitingDelivery } from './alert-deliveries.repository.js';
import { AlertSenderService, failedAnswer } from './alert-sender.service.js';
import { nextAttempt } from './retry-pauses.js';

/** Sends alerts. If its process dies between the answer and its storage, the receiver gets the alert again, with the same id. */
@Injectable()
export class AlertDeliveryTask {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly deliveries: AlertDeliveriesRepository,
    private readonly sender: AlertSenderService,
    private readonly clock: Clock,
  ) {}

  @HandlesTask('deliver-alert')
  async deliver({ deliveryId }: { readonly deliveryId: string }): Promise<void> {
    const delivery = await this.deliveries.findWaiting(Number(deliveryId));
    if (delivery) await this.deliveries.save(delivery, await this.attempt(delivery));
  }

  private async attempt(delivery: WaitingDelivery): Promise<Attempt> {
    const [at, since] = [this.clock.now(), performance.now()];
    const answer = delivery.enabled ? await this.sender.send(delivery, at) : failedAnswer('the channel is disabled');
    const isGone = answer.status === 410;
    const repeats = answer.hasFailed && delivery.enabled && !isGone;
    const next = repeats ? nextAttempt(delivery.attempts + 1, answer.retryAfter, this.clock.now()) : null;
    const status = answer.hasFailed ? (next ? 'waiting' : 'failed') : 'delivered';
    if (status === 'failed') this.logger.warn(`delivery ${delivery.id} of an alert has failed: ${answer.reason}`);
    const durationMs = delivery.enabled ? Math.round(performance.now() - since) : null;
    return { at, status, httpStatus: answer.status, durationMs, reason: answer.reason, next, isGone };
  }
}
