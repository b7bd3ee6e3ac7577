import { createReadStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { logIn } from '../../demo/demo-account.js';
import type { user } from '../product.js';

const pollMs = 250;

/** Uploads files to a service over HTTP, as a user's script would. */
export class UploadClient {
  private constructor(
    private readonly url: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async logIn(url: string, credentials: typeof user): Promise<UploadClient> {
    return new UploadClient(url, { Authorization: `Bearer ${await logIn(url, credentials)}` });
  }

  /** Sends the files one after the other in one upload, and ends it. @returns the id of the upload, which is not ingested yet */
  async upload(files: readonly string[]): Promise<number> {
    const { id } = await this.call<{ id: number }>('POST', '/file-upload/start');
    for (const path of files) {
      await this.call('POST', `/file-upload/${id}`, {
        body: createReadStream(path),
        duplex: 'half',
        headers: { ...this.headers, 'Content-Type': 'application/json', Prefer: 'wait=300' },
      });
    }
    await this.call('POST', `/file-upload/${id}/end`);
    return id;
  }

  /** Waits until an upload is ingested and analysed. @throws Error if it ends in another state */
  async waitForUpload(id: number, end: 'complete' | 'partially_complete' = 'complete'): Promise<void> {
    for (;;) {
      const upload = await this.call<{ status: string; status_message: string }>('GET', `/file-upload/${id}`);
      if (upload.status === end) return;
      if (!['running', 'ingesting', 'analyzing'].includes(upload.status))
        throw new Error(`${upload.status}: ${upload.status_message}`);
      await wait(pollMs);
    }
  }

  private async call<T>(method: string, path: string, init: object = {}): Promise<T> {
    const response = await fetch(`${this.url}/api/v2${path}`, { method, headers: this.headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const answer: { data: T } = JSON.parse(text || '{"data":null}');
    return answer.data;
  }
}
