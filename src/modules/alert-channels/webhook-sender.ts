import { Injectable } from '@nestjs/common';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { type AlertFormat, alertBody } from './alert-formats.js';
import type { AlertMessage } from './alert-message.js';
import type { ChannelSecrets } from './channel-secrets.js';
import { webhookHeaders } from './standard-webhooks.js';

/** Sends alerts as webhooks. */
@Injectable()
export class WebhookSender {
  constructor(private readonly door: OutwardDoor) {}

  /** @param secrets those that sign @throws OutwardError if there is no answer */
  send(
    { url, headers, secrets }: ChannelSecrets,
    message: AlertMessage,
    format: AlertFormat,
    source: string,
    at: Date,
    limitMs: number,
  ): Promise<Response> {
    const { mediaType, text: body } = alertBody(format, message, source);
    const own = {
      'content-type': mediaType,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'graphward',
      ...webhookHeaders(message.id, body, at, secrets),
    };
    return this.door.fetch(url, { method: 'POST', headers: { ...headers, ...own }, body, limitMs });
  }
}
