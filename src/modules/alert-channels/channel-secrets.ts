import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../base/errors.js';
import { SecretCipher } from '../../auth/secrets/secret-cipher.js';

/** What no answer, log or delivery shows. */
export interface ChannelSecrets {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The one that signs, then the former one. */
  readonly secrets: readonly string[];
}

/** Seals the secrets of channels. */
@Injectable()
export class ChannelSeal {
  constructor(private readonly cipher: SecretCipher) {}

  seal(channelId: string, secrets: ChannelSecrets): Buffer {
    return this.cipher.seal('alert channel', channelId, JSON.stringify(secrets));
  }

  /** @throws ConflictError if SECRET_KEY has changed */
  open(channelId: string, sealed: Buffer): ChannelSecrets {
    const text = this.cipher.tryOpen('alert channel', channelId, sealed);
    if (text === undefined) throw unreadable();
    const secrets: ChannelSecrets = JSON.parse(text);
    return secrets;
  }
}

function unreadable(): ConflictError {
  const message = 'SECRET_KEY is another one than when its secrets were stored; delete the channel and create it again';
  return ConflictError.at('resource.protected', 'path.alert_channel_id', message);
}
