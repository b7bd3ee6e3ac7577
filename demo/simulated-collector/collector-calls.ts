import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { productVersion } from '../../src/base/config/product-version.js';
import { signedHeaders, type Signer } from '../signed-headers.js';

export type CollectorType = 'directory' | 'cloud';

export interface CollectorClient {
  readonly id: string;
  readonly name: string;
  readonly type: CollectorType;
}

export interface CollectorJob {
  readonly id: number;
  readonly execution_time: string;
}

export interface CollectorAccess {
  readonly url: string;
  readonly token: Signer;
  /** Aborts calls and pauses. */
  readonly signal: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A service can restart meanwhile: 75 seconds in all. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000];

const NOT_A_CLIENT =
  'the service has no calls for collectors (404): it needs EDITION=enterprise, and the token must belong to a client';

const CALL_TIMEOUT_MS = 300_000;

/**
 * The signed calls of a collection client. A call that fails on the side of the service or the network is repeated with
 * growing pauses; all calls may be repeated safely.
 */
export class CollectorCalls {
  constructor(
    private readonly access: CollectorAccess,
    private readonly note: (line: string) => void,
  ) {}

  /** Checks in. @returns the client of the token */
  async checkIn(): Promise<CollectorClient> {
    const about = {
      address: '127.0.0.1',
      hostname: hostname(),
      username: 'simulated',
      user_sid: '',
      version: productVersion(),
    };
    const answer = await this.call('PUT', '/clients/update', JSON.stringify(about));
    if (answer.status === 404) throw new Error(NOT_A_CLIENT);
    const { data }: { data: CollectorClient } = JSON.parse(required(answer).text);
    return data;
  }

  /** The jobs that are ready for the client. */
  async available(): Promise<readonly CollectorJob[]> {
    const { text } = required(await this.call('GET', '/jobs/available'));
    const { data }: { data: readonly CollectorJob[] } = JSON.parse(text);
    return data;
  }

  /** The running job of the client, or null. The call also reports that the client is alive. */
  async current(): Promise<CollectorJob | null> {
    const answer = await this.call('GET', '/jobs/current');
    if (answer.status === 404) return null;
    const { data }: { data: CollectorJob | null } = JSON.parse(required(answer).text);
    return data;
  }

  /** @returns whether the job was started; it may have been canceled */
  async start({ id }: CollectorJob): Promise<boolean> {
    const answer = await this.call('POST', '/jobs/start', JSON.stringify({ id }));
    // An earlier try may have started the job if its answer was lost.
    if (answer.status === 409) return (await this.current())?.id === id;
    if (answer.status === 404) return false;
    required(answer);
    return true;
  }

  /** @returns `refused` if the batch is invalid, `lost` if the client has no running job */
  async send(body: Buffer): Promise<'accepted' | 'refused' | 'lost'> {
    const answer = await this.call('POST', '/ingest', body);
    if (answer.status === 404 || answer.status === 409) return 'lost';
    if (![400, 413, 415].includes(answer.status)) return (required(answer), 'accepted');
    const error = { task_error: `a batch was refused: ${answer.text}`.slice(0, 1000), additional: '' };
    await this.call('POST', '/clients/error', JSON.stringify(error));
    return 'refused';
  }

  /** @returns false if the client has no running job */
  async end(outcome: 'complete' | 'failed', message: string): Promise<boolean> {
    const answer = await this.call('POST', '/jobs/end', JSON.stringify({ status: outcome, message }));
    if (answer.status === 404 || answer.status === 409) return false;
    required(answer);
    return true;
  }

  private async call(method: string, path: string, body?: string | Buffer): Promise<Answer> {
    for (const pause of [...RETRY_PAUSES_MS, null]) {
      const { answer, failure } = await this.try(method, `/api/v2${path}`, body);
      if (answer) return answer;
      if (pause === null) throw new Error(`${method} ${path}: ${failure}; given up`);
      this.note(`${method} ${path}: ${failure}; again in ${pause / 1000} s`);
      await sleep(pause, undefined, { signal: this.access.signal });
    }
    throw new Error(`${method} ${path} was not tried`);
  }

  private async try(
    method: string,
    target: string,
    body: string | Buffer = '',
  ): Promise<{ readonly answer?: Answer; readonly failure?: string }> {
    const { url, token, signal } = this.access;
    const headers = headersOf({ ...signedHeaders(token, method, target, body, new Date()), ...typeOf(body) });
    try {
      const response = await fetch(url + target, {
        method,
        headers,
        ...(body.length > 0 && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      });
      const { status } = response;
      const text = await response.text();
      return status >= 500 || status === 429 ? { failure: `answered ${status}` } : { answer: { status, text } };
    } catch (error) {
      signal.throwIfAborted();
      return { failure: reasonOf(error) };
    }
  }
}

/** @throws Error for a token that no header can carry: another try would fail likewise */
function headersOf(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new Error('the token cannot work: its id, or the keyword, has characters that a header cannot have');
  }
}

function typeOf(body: string | Buffer): Record<string, string> {
  if (body.length === 0) return {};
  return { 'Content-Type': 'application/json', ...(typeof body !== 'string' && { 'Content-Encoding': 'gzip' }) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

function required(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`the service answered ${answer.status}: ${answer.text.slice(0, 400)}`);
}
