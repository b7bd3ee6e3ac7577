import { request, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { headerOfPage } from '../../http/page/page-mark.js';
import type { Principal } from '../principal.js';
import { setInnerCaller } from './inner-caller.js';

export interface InnerCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  /** JSON. */
  readonly body?: string;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

export interface InnerAnswer {
  readonly status: number;
  readonly text: string;
  /** The header `Graph-Notes`. */
  readonly notes: string | undefined;
}

/** Largest answer that is read: some megabytes more than the largest page of a list. */
const maxBytes = 32 * 1024 ** 2;

/** Seconds of an inner call. The outer one has time left to answer. */
const limitSeconds = 25;

/**
 * Calls the API of this process for a caller who is known already, through all guards, so that rights, limits and turns hold as if the
 * caller had called. It uses a connection without a network.
 */
@Injectable()
export class InnerCalls {
  constructor(private readonly host: HttpAdapterHost) {}

  /** @throws Error if the answer is too large, or the signal ends the call */
  call(caller: Principal, { method, target, body, signal }: InnerCall): Promise<InnerAnswer> {
    const server: Server = this.host.httpAdapter.getHttpServer();
    const [ours, theirs] = duplexPair();
    // A pair does not pass an end on: the server would wait for ever for a reader that has gone.
    ours.once('close', () => theirs.destroy());
    // A reading key opens no other route; the routes that it reaches this way were chosen for it.
    const { isReadingKey: _, ...known } = caller;
    setInnerCaller(theirs, known);
    // The signal of the outer call ends it.
    Object.assign(theirs, { setTimeout: () => theirs });
    server.emit('connection', theirs);
    const headers = {
      Host: 'localhost',
      // Names who takes turns. The guards know the caller by the connection.
      Authorization: `Inner ${caller.id}`,
      Prefer: `wait=${limitSeconds}`,
      ...headerOfPage,
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const options = { method, path: target, headers, createConnection: () => ours, ...(signal && { signal }) };
    const answered = new Promise<InnerAnswer>((resolve, reject) => {
      const sent = request(options, (answer) => void readAnswer(answer).then(resolve, reject));
      sent.on('error', reject);
      sent.end(body);
    });
    return answered.finally(() => ours.destroy());
  }
}

async function readAnswer(answer: IncomingMessage): Promise<InnerAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const notes = answer.headers['graph-notes'];
  return {
    status: answer.statusCode ?? 0,
    text: Buffer.concat(chunks).toString('utf8'),
    notes: typeof notes === 'string' ? notes : undefined,
  };
}
