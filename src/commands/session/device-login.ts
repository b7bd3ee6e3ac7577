import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceClient, ServiceError } from '../questions/service-client.js';
import type { Terminal } from '../terminal.js';
import { storeSession } from '../questions/stored-session.js';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  /** Seconds. */
  readonly interval: number;
}

/**
 * Logs in by the page of the service: prints a code, and waits until its user has typed it there.
 * @param url without a slash at its end
 */
export async function logInByPage(terminal: Terminal, url: string): Promise<void> {
  const service = new ServiceClient(url, '');
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const answer: { data: T } = JSON.parse(await service.post(`/api/v2/device/${path}`, body, 'application/json'));
    return answer.data;
  };
  const begun = await ask<Begun>('authorize', {});
  terminal.note(`Open ${begun.verification_uri} and type the code ${begun.user_code}`);
  for (;;) {
    await sleep(begun.interval * 1000);
    try {
      const { session_token: token } = await ask<{ session_token: string }>('token', {
        device_code: begun.device_code,
      });
      terminal.note(`logged in at ${url}; the session is in ${await storeSession({ url, token })}`);
      return;
    } catch (error) {
      if (!isWaiting(error)) throw error;
    }
  }
}

function isWaiting(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'device.authorization_pending' || error.code === 'device.slow_down';
}
