import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { rateLimitKeyOf } from '../limits/rate-limit.guards.js';

/** Requests of one connection that are handled at the same time. */
const maxHandled = 8;

/** Requests that start in one turn of the event loop, and those of one address, so that the loop serves other connections too. */
const startsPerTurn = { total: 16, perKey: 8 } as const;

/** Waiting requests of all connections. Each takes some 1.5 kB, and one chunk may contain 3,600. */
const maxWaiting = 50_000;

interface Arrival {
  readonly response: ServerResponse;
  /** The network that the request counts against. */
  readonly address: string;
  readonly handle: () => void;
}

const connections = new WeakMap<Socket, Connection>();

/** Whether requests of this connection wait until earlier ones are answered. */
export function hasWaitingRequests(socket: Socket): boolean {
  return connections.get(socket)?.hasWaiting === true;
}

/**
 * Starts requests before any middleware sees them: of one connection in their order and at most eight at a time, of all connections a few
 * in each turn of the event loop, by turns of their addresses. Without that, a client that sends thousands of requests in one chunk
 * (pipelining) stops the service: the parser emits all of them at once.
 */
export class RequestTurns {
  private readonly starts = new FairSlots(startsPerTurn);
  private waiting = 0;

  /** Calls `handle` now or later; never if the connection ends before. */
  add(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const { socket } = request;
    let connection = connections.get(socket);
    if (!connection) connections.set(socket, (connection = new Connection(socket, this)));
    connection.add({ response, handle, address: isOfExpress(request) ? rateLimitKeyOf(request) : '' });
  }

  /** @returns undefined if a request of this address may start now */
  take(address: string): Promise<void> | undefined {
    return this.starts.take(address);
  }

  /** Ends with the turn of the event loop. */
  giveLater(address: string): void {
    setImmediate(() => this.starts.give(address));
  }

  /** @returns whether too many requests wait */
  countWaiting(change: number): boolean {
    this.waiting += change;
    return this.waiting > maxWaiting;
  }
}

function isOfExpress(request: IncomingMessage): request is Request {
  return 'ip' in request;
}

class Connection {
  private waiting: Arrival[] = [];
  private readonly handled = new Set<ServerResponse>();
  private isTakingTurn = false;

  constructor(
    private readonly socket: Socket,
    private readonly turns: RequestTurns,
  ) {
    // Node resumes the socket after each request that it has parsed or answered.
    socket.on('resume', () => {
      if (this.hasWaiting) socket.pause();
    });
    socket.once('close', () => this.end());
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  add(arrival: Arrival): void {
    const mayStart = !this.hasWaiting && this.handled.size < maxHandled;
    const turn = mayStart ? this.turns.take(arrival.address) : undefined;
    if (mayStart && !turn) {
      this.start(arrival);
      return;
    }
    // It starts in an event of another request, whose scope it must not inherit.
    this.waiting.push({ ...arrival, handle: AsyncResource.bind(arrival.handle) });
    this.socket.pause();
    if (this.turns.countWaiting(1)) this.socket.destroy();
    if (turn) void this.startFirst(arrival.address, turn);
  }

  private startWaiting(): void {
    const [first] = this.waiting;
    if (!first || this.isTakingTurn || this.handled.size >= maxHandled) return;
    void this.startFirst(first.address, this.turns.take(first.address));
  }

  private async startFirst(address: string, turn: Promise<void> | undefined): Promise<void> {
    this.isTakingTurn = true;
    await turn;
    this.isTakingTurn = false;
    // Undefined if the connection has ended.
    const first = this.waiting.shift();
    if (!first) {
      this.turns.giveLater(address);
      return;
    }
    this.turns.countWaiting(-1);
    this.start(first);
    this.startWaiting();
    if (!this.hasWaiting) this.socket.resume();
  }

  private start({ response, address, handle }: Arrival): void {
    this.turns.giveLater(address);
    this.handled.add(response);
    response.once('close', () => {
      this.handled.delete(response);
      this.startWaiting();
    });
    handle();
  }

  private end(): void {
    this.turns.countWaiting(-this.waiting.length);
    this.waiting = [];
    for (const response of this.handled) {
      // Node tells the end of the connection to the response alone whose turn it is to be sent.
      if (response.socket || response.writableFinished) continue;
      response.destroy();
      response.emit('close');
    }
  }
}
