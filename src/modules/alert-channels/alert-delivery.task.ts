import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { visible } from '../../base/values/visible.js';
import { HandlesTask } from '../../queue/background-work.js';
import { AlertDeliveriesRepository, type Attempt, type WaitingDelivery } from './alert-deliveries.repository.js';
import { alertBody } from './alert-formats.js';
import { ChannelSeal } from './channel-secrets.js';
import { nextAttempt } from './retry-pauses.js';
import { webhookHeaders } from './standard-webhooks.js';

/** Of one attempt. */
const limitMs = 10_000;

/** Characters of a failed answer that are kept. */
const keptAnswer = 200;

interface Answer {
  readonly status: number | null;
  /** Empty for a success. */
  readonly reason: string;
  readonly retryAfter: string | null;
}

/** Sends alerts. If its process dies between the answer and its storage, the receiver gets the alert again, with the same id. */
@Injectable()
export class AlertDeliveryTask {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly deliveries: AlertDeliveriesRepository,
    private readonly seal: ChannelSeal,
    private readonly door: OutwardDoor,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  @HandlesTask('deliver-alert')
  async deliver({ deliveryId }: { readonly deliveryId: string }): Promise<void> {
    const delivery = await this.deliveries.findWaiting(Number(deliveryId));
    if (delivery) await this.deliveries.save(delivery, await this.attempt(delivery));
  }

  private async attempt(delivery: WaitingDelivery): Promise<Attempt> {
    const [at, since] = [this.clock.now(), performance.now()];
    const answer = delivery.enabled
      ? await this.send(delivery, at)
      : { status: null, reason: 'the channel is disabled', retryAfter: null };
    const isGone = answer.status === 410;
    const repeats = answer.reason !== '' && delivery.enabled && !isGone;
    const next = repeats ? nextAttempt(delivery.attempts + 1, answer.retryAfter, this.clock.now()) : null;
    const status = answer.reason === '' ? 'delivered' : next ? 'waiting' : 'failed';
    if (status === 'failed') this.logger.warn(`delivery ${delivery.id} of an alert has failed: ${answer.reason}`);
    const durationMs = delivery.enabled ? Math.round(performance.now() - since) : null;
    return { at, status, httpStatus: answer.status, durationMs, reason: answer.reason, next, isGone };
  }

  private async send(
    { message, channelId, format, sealed, formerSecretUntil }: WaitingDelivery,
    at: Date,
  ): Promise<Answer> {
    try {
      const { url, headers, secrets } = this.seal.open(channelId, sealed);
      const isReplaced = formerSecretUntil !== null && formerSecretUntil > at;
      const { mediaType, text: body } = alertBody(format, message, this.settings.publicUrl.replace(/\/$/, ''));
      const signed = webhookHeaders(message.id, body, at, isReplaced ? secrets : secrets.slice(0, 1));
      const size = String(Buffer.byteLength(body));
      const answer = await this.door.fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': mediaType,
          'content-length': size,
          'user-agent': 'graphward',
          ...signed,
        },
        body,
        limitMs,
      });
      const { status } = answer;
      if (answer.ok) return { status, reason: '', retryAfter: null };
      const text = visible(await answer.text()).slice(0, keptAnswer);
      return { status, reason: `it answered ${status}: ${text}`, retryAfter: answer.headers.get('retry-after') };
    } catch (error) {
      return { status: null, reason: visible(errorMessage(error)).slice(0, keptAnswer), retryAfter: null };
    }
  }
}
