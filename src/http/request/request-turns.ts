import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Request } from 'express';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { rateLimitKeyOf } from '../limits/network-of.js';

/** Requests of one connection that are handled at the same time. */
const maxHandled = 8;

/** Requests that start in one turn of the event loop, and those of one asker, so that the loop serves other connections too. */
const startsPerTurn = { total: 16, perKey: 8 } as const;

/** Bytes that the parser receives at once: small requests, of which it emits all at once, and the body of a request. */
const sliceBytes = { requests: 1024, body: 16_384 } as const;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: () => void;
}

const connections = new WeakMap<Duplex, Connection>();

/** Whether requests of this connection wait until earlier ones are answered. */
export function hasWaitingRequests(socket: Duplex): boolean {
  return connections.get(socket)?.hasWaiting === true;
}

/** Parses nothing more of this connection. Each further slice would be another error of its parser. */
export function ignoreRest(socket: Duplex): void {
  connections.get(socket)?.ignoreRest();
}

/**
 * Starts requests before any middleware sees them: of one connection in their order and at most eight at a time, of all connections a few
 * in each turn of the event loop, by turns of who asks. Without that, clients that send thousands of requests without waiting for
 * answers (pipelining) stop the service.
 */
export class RequestTurns {
  private readonly starts = new FairSlots(startsPerTurn);

  /** Must be called before the server listens. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => connections.set(socket, new Connection(socket, this.starts)));
  }

  /** Calls `handle` now or later; never if the connection ends before. */
  add(arrival: Arrival): void {
    connections.get(arrival.request.socket)?.add(arrival);
  }
}

/** Who takes turns: the credentials of a request, verified or not, or its network if there are none. */
function askerOf({ request }: Arrival): string {
  const { authorization, cookie } = request.headers;
  return authorization ?? cookie ?? (isOfExpress(request) ? rateLimitKeyOf(request) : '');
}

function isOfExpress(request: IncomingMessage): request is Request {
  return 'ip' in request;
}

class Connection {
  private waiting: Arrival[] = [];
  private readonly handled = new Set<ServerResponse>();
  private isTakingTurn = false;
  /** Whether the loop has looked again at the socket since the first request came. */
  private isLookedAt = false;
  private lastRequest: IncomingMessage | undefined;
  /** Received, and not given to the parser yet. */
  private rest: Buffer = Buffer.alloc(0);
  private parsers: readonly Function[];
  /** A request that waits starts in an event of another one, whose scope it must not inherit. */
  private readonly outside = new AsyncResource('Connection');

  constructor(
    private readonly socket: Socket,
    private readonly starts: FairSlots,
  ) {
    this.parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
      this.parse();
    });
    // Node resumes the socket after each request that it has parsed or answered.
    socket.on('resume', () => this.parse());
    socket.once('close', () => this.end());
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  ignoreRest(): void {
    this.parsers = [];
  }

  add(arrival: Arrival): void {
    this.lastRequest = arrival.request;
    if (!this.isLookedAt) {
      if (this.waiting.push(arrival) === 1) void this.lookAgain();
      return;
    }
    const asker = askerOf(arrival);
    const mayStart = !this.hasWaiting && this.handled.size < maxHandled;
    const turn = mayStart ? this.starts.take(asker) : undefined;
    if (mayStart && !turn) {
      this.start(arrival, asker);
      return;
    }
    this.waiting.push(arrival);
    if (turn) void this.startFirst(asker, turn);
  }

  /** Gives the parser a slice at a time, because it emits all requests of a slice, and each costs time and memory. */
  private parse(): void {
    while (this.rest.length > 0 && !this.hasWaiting && !this.socket.isPaused()) {
      const bytes = this.lastRequest?.complete === false ? sliceBytes.body : sliceBytes.requests;
      const slice = this.rest.subarray(0, bytes);
      this.rest = this.rest.subarray(bytes);
      // The service has ended the connection if it is not writable.
      if (this.socket.writable) for (const parse of this.parsers) Reflect.apply(parse, this.socket, [slice]);
    }
    // Until more has come, the socket is read, because a paused one does not notice that its client has left.
    if (this.rest.length > 0 && this.hasWaiting) this.socket.pause();
  }

  /**
   * Node accepts one connection in each turn of the event loop. If clients connect, ask and leave at once, work for them would make turns
   * long, and new connections would wait for seconds. So the loop first looks whether the client has left.
   */
  private async lookAgain(): Promise<void> {
    await turnOfLoop();
    await turnOfLoop();
    this.isLookedAt = true;
    this.startWaiting();
  }

  private startWaiting(): void {
    const [first] = this.waiting;
    if (!first || this.isTakingTurn || this.handled.size >= maxHandled) return;
    const asker = askerOf(first);
    void this.startFirst(asker, this.starts.take(asker));
  }

  private async startFirst(asker: string, turn: Promise<void> | undefined): Promise<void> {
    this.isTakingTurn = true;
    await turn;
    this.isTakingTurn = false;
    // Node ends its side when the client has left, and closes the socket some turns later.
    const first = this.socket.writable ? this.waiting.shift() : undefined;
    if (!first) {
      this.starts.give(asker);
      return;
    }
    this.outside.runInAsyncScope(() => this.start(first, asker));
    this.startWaiting();
    if (!this.hasWaiting) this.socket.resume();
  }

  private start({ response, handle }: Arrival, asker: string): void {
    // The start counts until the event loop has had a turn.
    setImmediate(() => this.starts.give(asker));
    this.handled.add(response);
    response.once('close', () => {
      this.handled.delete(response);
      this.startWaiting();
    });
    handle();
  }

  private end(): void {
    const responses = [...this.handled, ...this.waiting.map(({ response }) => response)];
    this.waiting = [];
    this.rest = Buffer.alloc(0);
    for (const response of responses) {
      // Node tells the end of the connection to the response alone whose turn it is to be sent.
      if (response.socket || response.writableFinished) continue;
      response.destroy();
      response.emit('close');
    }
  }
}
