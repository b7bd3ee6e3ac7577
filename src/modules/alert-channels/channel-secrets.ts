import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../base/errors.js';
import { TokenKeyCipher } from '../../auth/secrets/token-key-cipher.js';

/** What no answer, log or delivery shows. */
export interface ChannelSecrets {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The one that signs, then the former one. */
  readonly secrets: readonly string[];
}

/** Seals the secrets of channels as the keys of tokens are sealed. */
@Injectable()
export class ChannelSeal {
  constructor(private readonly cipher: TokenKeyCipher) {}

  seal(channelId: string, secrets: ChannelSecrets): Buffer {
    return this.cipher.seal(ownerOf(channelId), JSON.stringify(secrets));
  }

  /** @throws ConflictError if SECRET_KEY has changed */
  open(channelId: string, sealed: Buffer): ChannelSecrets {
    const secrets: ChannelSecrets = JSON.parse(this.openText(channelId, sealed));
    return secrets;
  }

  private openText(channelId: string, sealed: Buffer): string {
    try {
      return this.cipher.open(ownerOf(channelId), sealed);
    } catch {
      const message =
        'SECRET_KEY is another one than when its secrets were stored; delete the channel and create it again';
      throw ConflictError.at('resource.protected', 'path.alert_channel_id', message);
    }
  }
}

/** Ids of tokens are UUIDs, too. */
function ownerOf(channelId: string): string {
  return `alert-channel ${channelId}`;
}
