import { signal as signalOf } from '@preact/signals';
import type { Call } from './call.js';

/** A fault as the service names it. */
interface Fault {
  readonly code?: string;
  readonly context: string;
  readonly message: string;
}

/** An answer that is not a success, or none. */
export class ApiError extends Error {
  constructor(
    /** 0 if the service cannot be reached. */
    readonly status: number,
    readonly faults: readonly Fault[],
    readonly requestId: string | null,
    /** Seconds. */
    readonly retryAfter: number | null,
    /** As in {@link Answered}. */
    readonly notes: readonly string[] = [],
  ) {
    super(faults.map(({ message }) => message).join('; '));
  }

  has(code: string): boolean {
    return this.faults.some((it) => it.code === code);
  }
}

export interface Answered<Answer> {
  readonly answer: Answer;
  /** Version of the graph that the answer is from; null if it is not from the graph. */
  readonly version: number | null;
  /** What readers of the answer must know. */
  readonly notes: readonly string[];
}

/** Calls in a row that the service did not answer, or for which it failed. */
export const failuresInRow = signalOf(0);

interface Options {
  readonly signal?: AbortSignal;
  /** Whether the page asks by itself: it does not keep the session alive. */
  readonly isBackground?: boolean;
  /** Is told of each wait before the call is repeated, in seconds. */
  readonly onWait?: (seconds: number) => void;
}

/** Without this header the service ignores the cookie of the session, so that no other site can use it. */
export const ownRequest = { 'X-Requested-With': 'graphward' } as const;

/**
 * Calls the API. If the service is busy (429) or not ready (503), it waits as long as the answer says and asks again.
 * @throws ApiError
 * @throws DOMException AbortError
 */
export async function send<Answer>(
  call: Call<Answer>,
  { signal, isBackground = false, onWait }: Options = {},
): Promise<Answered<Answer>> {
  for (;;) {
    const response = await request(call, 'application/json', signal, isBackground);
    if (response.ok) {
      const version = response.headers.get('Graph-Version');
      const text = await response.text();
      return {
        answer: text === '' ? undefined : JSON.parse(text),
        version: version === null ? null : Number(version),
        notes: notesOf(response),
      };
    }
    const error = await errorOf(response);
    if (call.method !== 'GET' || error.retryAfter === null || ![429, 503].includes(error.status)) throw error;
    onWait?.(error.retryAfter);
    await sleep(Math.max(error.retryAfter, 1) * 1000, signal);
  }
}

/** Saves an answer as a file: all rows of a list, or what is a file already. @throws ApiError */
export async function saveAnswer(call: Call<unknown>, fileName: string): Promise<void> {
  const response = await request(call, 'text/csv, */*;q=0.5');
  if (!response.ok) throw await errorOf(response);
  saveFile(await response.blob(), fileName);
}

export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function request(
  { method, target, body }: Call<unknown>,
  accept: string,
  signal?: AbortSignal,
  isBackground = false,
) {
  const headers = {
    ...ownRequest,
    ...(isBackground && { 'Graphward-Background': '1' }),
    Accept: accept,
    ...typeOf(body),
  };
  try {
    const init = {
      method,
      headers,
      body: contentOf(body),
      signal: signal ?? null,
      credentials: 'same-origin',
    } as const;
    const response = await fetch(target, init);
    failuresInRow.value = response.status < 500 ? 0 : failuresInRow.value + 1;
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    failuresInRow.value += 1;
    throw unreachable();
  }
}

/** The browser writes the type of a form, with its boundary. */
function typeOf(body: unknown): Readonly<Record<string, string>> {
  if (body === undefined || body instanceof FormData) return {};
  return { 'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

function contentOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Blob || body instanceof FormData ? body : JSON.stringify(body);
}

export function unreachable(): ApiError {
  return new ApiError(0, [{ context: 'request', message: 'The service cannot be reached.' }], null, null);
}

export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = response.headers.get('Retry-After');
  const requestId = response.headers.get('X-Request-Id');
  const body: { errors?: readonly Fault[] } | null = await response.json().catch(() => null);
  const faults = body?.errors ?? [{ context: 'response', message: `The service answered ${response.status}.` }];
  const seconds = retryAfter === null ? null : Number(retryAfter);
  return new ApiError(response.status, faults, requestId, seconds, notesOf(response));
}

function notesOf({ headers }: Response): readonly string[] {
  return JSON.parse(headers.get('Graph-Notes') ?? '[]');
}

/** Waits. @throws DOMException AbortError if the signal fires */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
