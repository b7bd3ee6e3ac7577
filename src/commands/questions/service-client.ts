import { Readable } from 'node:stream';
import { errorCode, errorMessage } from '../../base/error-message.js';

/** An error answer of the service. The message names its faults. */
export class ServiceError extends Error {
  /** @param code of the first fault; absent under COMPAT */
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** The service did not answer, or another program did. */
export class ServiceAwayError extends Error {
  constructor(
    message: string,
    /** Whether a program accepted the connection. */
    readonly isPresent: boolean,
  ) {
    super(message);
  }
}

export interface Call {
  readonly query?: Query;
  /** Default: JSON. */
  readonly mediaType?: string;
  readonly signal?: AbortSignal;
}

/** A body that is sent as it is read. */
export interface Sent {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls a service with a bearer token. */
export class ServiceClient {
  /** What readers of the answers must know. */
  readonly notes = new Set<string>();

  /** @param url without a slash at its end */
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** @throws ServiceError; ServiceAwayError */
  async getJson<T>(path: string, call: Call = {}): Promise<T> {
    return JSON.parse(await this.get(path, call));
  }

  /**
   * Gets an answer as the service writes it.
   * @throws ServiceError; ServiceAwayError
   */
  get(path: string, call: Call = {}): Promise<string> {
    return this.send('GET', path, call);
  }

  /**
   * Posts a body, or nothing.
   * @throws ServiceError; ServiceAwayError
   */
  async postJson<T>(path: string, sent?: Sent): Promise<T> {
    return JSON.parse(await this.send('POST', path, {}, sent));
  }

  /**
   * Posts JSON, and returns the answer as the service writes it.
   * @param mediaType of the answer
   * @throws ServiceError; ServiceAwayError
   */
  post(path: string, body: object, mediaType: string): Promise<string> {
    return this.send('POST', path, { mediaType }, jsonOf(body));
  }

  /** @throws ServiceError; ServiceAwayError */
  async patchJson<T>(path: string, body: object): Promise<T> {
    return JSON.parse(await this.send('PATCH', path, {}, jsonOf(body)));
  }

  /**
   * Posts JSON, and returns the answer whatever its status is.
   * @throws ServiceAwayError
   */
  async exchange(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const sent = {
      Authorization: `Bearer ${this.token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    };
    const request = { method: 'POST', headers: sent, body: JSON.stringify(body), redirect: 'error', signal } as const;
    try {
      const response = await fetch(this.url + path, request);
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new ServiceAwayError(`${this.url} does not answer: ${reasonOf(error)}`, signal.aborted);
    }
  }

  /** Ends the session of the token. */
  async logOut(): Promise<void> {
    await this.send('POST', '/api/v2/logout', {});
  }

  private async send(method: string, path: string, call: Call, sent?: Sent): Promise<string> {
    const { query = {}, mediaType, signal } = call;
    const headers = {
      Authorization: `Bearer ${this.token}`,
      Accept: mediaType ?? 'application/json',
      ...sent?.headers,
    };
    const body = sent && ({ body: sent.chunks, duplex: 'half' } as const);
    let response: Response;
    let text: string;
    try {
      // Another address must not get the token.
      const request = { method, headers, redirect: 'error', ...body, ...(signal && { signal }) } as const;
      response = await fetch(this.url + path + textOf(query), request);
      text = await response.text();
    } catch (error) {
      throw new ServiceAwayError(`${this.url} does not answer: ${reasonOf(error)}`, signal?.aborted === true);
    }
    this.keepNotes(response.headers);
    if (!response.ok) throw refusal(response.status, text, this.url);
    const type = response.headers.get('Content-Type') ?? 'nothing';
    if (method === 'GET' && !type.startsWith(headers.Accept))
      throw new ServiceAwayError(`${this.url} is not a Graphward service: it answers with ${type}`, true);
    return text;
  }

  private keepNotes(headers: Headers): void {
    const notes: readonly string[] = JSON.parse(headers.get('Graph-Notes') ?? '[]');
    for (const note of notes) this.notes.add(note);
  }
}

function jsonOf(body: object): Sent {
  const chunks = Readable.from([Buffer.from(JSON.stringify(body))]);
  return { chunks, headers: { 'Content-Type': 'application/json' } };
}

/** Values of query parameters; an array repeats its parameter. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

function textOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) parameters.append(name, String(one));
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

/** `fetch` has the reason in `cause`. */
function reasonOf(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error;
  return errorCode(cause) ?? errorMessage(cause);
}

function refusal(status: number, text: string, url: string): ServiceError {
  const { errors = [] } = envelopeOf(text);
  if (status === 401)
    return new ServiceError(status, `${url} refuses the token: it is wrong, or its session has ended`, errors[0]?.code);
  const faults = errors.map(({ context, message }) => `${context}: ${message}`);
  return new ServiceError(status, faults.join('\n') || `the service answers ${status}`, errors[0]?.code);
}

interface Envelope {
  readonly errors?: readonly { readonly code?: string; readonly context: string; readonly message: string }[];
}

function envelopeOf(text: string): Envelope {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
