import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { visible } from '../../base/values/visible.js';
import type { WaitingDelivery } from './alert-deliveries.repository.js';
import { ChannelSeal } from './channel-secrets.js';
import { MailSender } from './mail-sender.js';
import { SyslogSender } from './syslog-sender.js';
import { WebhookSender } from './webhook-sender.js';

/** Of one attempt. */
const limitMs = 10_000;

/** Characters of a failed answer that are kept. */
const keptAnswer = 200;

/** What became of an attempt. */
export interface Answer {
  /** Of HTTP. */
  readonly status: number | null;
  readonly hasFailed: boolean;
  readonly reason: string;
  readonly retryAfter: string | null;
}

/** Sends alerts as the types of their channels say. */
@Injectable()
export class AlertSenderService {
  constructor(
    private readonly seal: ChannelSeal,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly syslog: SyslogSender,
    private readonly settings: Settings,
  ) {}

  async send(delivery: WaitingDelivery, at: Date): Promise<Answer> {
    const { message, channelId, type, addresses, sealed } = delivery;
    const source = this.settings.publicUrl.replace(/\/$/, '');
    try {
      if (type === 'email') return sent(null, await this.mails.send(addresses, message, source, limitMs));
      if (type === 'webhook') return await this.post(delivery, source, at);
      await this.syslog.send(this.seal.open(channelId, sealed).url, message, limitMs);
      return sent(null);
    } catch (error) {
      return failedAnswer(errorMessage(error));
    }
  }

  private async post(delivery: WaitingDelivery, source: string, at: Date): Promise<Answer> {
    const { message, channelId, format, sealed, formerSecretUntil } = delivery;
    const known = this.seal.open(channelId, sealed);
    const isReplaced = formerSecretUntil !== null && formerSecretUntil > at;
    const secrets = isReplaced ? known.secrets : known.secrets.slice(0, 1);
    const answer = await this.webhooks.send(
      { ...known, secrets },
      message,
      format ?? 'cloudevents',
      source,
      at,
      limitMs,
    );
    const { status } = answer;
    if (answer.ok) return sent(status);
    const text = visible(await answer.text()).slice(0, keptAnswer);
    const retryAfter = answer.headers.get('retry-after');
    return { status, hasFailed: true, reason: `it answered ${status}: ${text}`, retryAfter };
  }
}

function sent(status: number | null, refused = ''): Answer {
  return { status, hasFailed: false, reason: visible(refused).slice(0, keptAnswer), retryAfter: null };
}

/** An attempt without an answer. */
export function failedAnswer(reason: string): Answer {
  return { status: null, hasFailed: true, reason: visible(reason).slice(0, keptAnswer), retryAfter: null };
}
