import { createReadStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 250;

/** Hands files to a service over HTTP, as a script of its users would. */
export class UploadClient {
  private constructor(
    private readonly url: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async logIn(url: string, username: string, secret: string): Promise<UploadClient> {
    const response = await fetch(`${url}/api/v2/login`, {
      method: 'POST',
      body: JSON.stringify({ login_method: 'secret', username, secret }),
      headers: { 'Content-Type': 'application/json' },
    });
    const answer: { data: { session_token: string } } = JSON.parse(await response.text());
    return new UploadClient(url, { Authorization: `Bearer ${answer.data.session_token}` });
  }

  /** One job with one file after the other; resolves when it takes no more, which is before it is ingested. @returns its id */
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

  /** Resolves when the job has come to its end. @throws where that is no success. */
  async finished(id: number): Promise<void> {
    for (;;) {
      const job = await this.call<{ status: string; status_message: string }>('GET', `/file-upload/${id}`);
      if (job.status === 'complete') return;
      if (!['running', 'ingesting', 'analyzing'].includes(job.status))
        throw new Error(`${job.status}: ${job.status_message}`);
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
