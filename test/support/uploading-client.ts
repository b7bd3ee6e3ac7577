import { setTimeout as sleep } from 'node:timers/promises';
import { bearerFetch, login } from './signed-client.js';

export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface UploadClient {
  /** Hands in every file in one job, or in more where that one ends before them. @returns the jobs */
  upload(files: readonly UploadedFile[]): Promise<readonly number[]>;
  /** Waits until every file of the jobs has been read, or won't be. */
  untilRead(jobs: readonly number[]): Promise<void>;
  /** How many calls have been answered until now. */
  answers(): number;
}

/**
 * A client that gives nothing up: what is not answered is sent again, to wherever the service is by then, and a job that
 * takes no more files is followed by another.
 */
export function stubbornClient(
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
    if (status !== 201) throw new Error(`no job: ${status} ${JSON.stringify(body)}`);
    return (body as { data: { id: number } }).data.id;
  }

  async function isBeingRead(job: number): Promise<boolean> {
    const { status, body } = await call(`/${job}`, { method: 'GET' });
    if (status !== 200) throw new Error(`job ${job} is not shown: ${status} ${JSON.stringify(body)}`);
    return ['running', 'ingesting'].includes((body as { data: { status: string } }).data.status);
  }

  return {
    answers: () => answers,
    upload: async (files) => {
      let job = await start();
      const jobs = [job];
      for (const file of files) {
        for (;;) {
          const { status, body } = await call(`/${job}`, { file });
          if (status === 202) break;
          if (status !== 409) throw new Error(`${file.name} is refused: ${status} ${JSON.stringify(body)}`);
          job = await start();
          jobs.push(job);
        }
      }
      const { status, body } = await call(`/${job}/end`);
      // It may have ended by an end whose answer was lost, or by its silence.
      if (status !== 200 && status !== 409) throw new Error(`no end: ${status} ${JSON.stringify(body)}`);
      return jobs;
    },
    untilRead: async (jobs) => {
      for (const job of jobs) while (await isBeingRead(job)) await sleep(100);
    },
  };
}
