import { setTimeout as sleep } from 'node:timers/promises';
import { bearerFetch, login } from './signed-client.js';

export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface UploadClient {
  /** Sends all files in one upload, or in several if one ends early. @returns the ids of the uploads */
  upload(files: readonly UploadedFile[]): Promise<readonly number[]>;
  /** Waits until the uploads have ended. */
  untilRead(uploads: readonly number[]): Promise<void>;
  /** Number of answered calls so far. */
  answers(): number;
}

/**
 * An upload client that repeats each call until it is answered, at the current URL of the service, and starts another upload
 * if one accepts no more files.
 */
export function retryingUploadClient(
  service: () => Promise<string>,
  credentials: { readonly username: string; readonly password: string },
  signal: AbortSignal,
): UploadClient {
  let bearer: string | null = null;
  let answers = 0;

  async function call(
    path: string,
    { file, method = 'POST' }: { readonly file?: UploadedFile; readonly method?: 'GET' | 'POST' } = {},
  ): Promise<{ status: number; body: unknown }> {
    for (;;) {
      signal.throwIfAborted();
      const url = await service();
      try {
        bearer ??= await login(url, credentials.username, credentials.password);
        const headers = file && { 'Content-Type': 'application/json', 'X-File-Upload-Name': file.name };
        const options = file ? { headers: headers ?? {}, body: file.content } : {};
        const response = await bearerFetch(url, bearer, method, `/api/v2/file-upload${path}`, options);
        if (response.status < 500) {
          const body: unknown = await response.json().catch(() => null);
          answers++;
          return { status: response.status, body };
        }
      } catch (error) {
        if (signal.aborted) throw error;
      }
      await sleep(50);
    }
  }

  async function start(): Promise<number> {
    const { status, body } = await call('/start');
    if (status !== 201) throw new Error(`no upload: ${status} ${JSON.stringify(body)}`);
    return (body as { data: { id: number } }).data.id;
  }

  async function isBeingRead(upload: number): Promise<boolean> {
    const { status, body } = await call(`/${upload}`, { method: 'GET' });
    if (status !== 200) throw new Error(`upload ${upload}: ${status} ${JSON.stringify(body)}`);
    return ['running', 'ingesting'].includes((body as { data: { status: string } }).data.status);
  }

  return {
    answers: () => answers,
    upload: async (files) => {
      let upload = await start();
      const uploads = [upload];
      for (const file of files) {
        for (;;) {
          const { status, body } = await call(`/${upload}`, { file });
          if (status === 202) break;
          if (status !== 409) throw new Error(`${file.name} is refused: ${status} ${JSON.stringify(body)}`);
          upload = await start();
          uploads.push(upload);
        }
      }
      const { status, body } = await call(`/${upload}/end`);
      // The upload may have ended by an earlier call without an answer, or by its timeout.
      if (status !== 200 && status !== 409) throw new Error(`no end: ${status} ${JSON.stringify(body)}`);
      return uploads;
    },
    untilRead: async (uploads) => {
      for (const upload of uploads) while (await isBeingRead(upload)) await sleep(100);
    },
  };
}
