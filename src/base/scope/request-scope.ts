import { AsyncLocalStorage } from 'node:async_hooks';
import type { Visibility } from './visibility.js';

/** The part of an AbortSignal that the service uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Undefined until the work is canceled. */
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Cancels one piece of work, once. Each request makes one, and an AbortController with its signal costs several times as much even if it
 * never fires (docs/performance.md).
 */
export class Cancellation implements CancelSignal {
  private listeners: readonly (() => void)[] = [];
  private cause: { readonly reason: unknown } | undefined;

  get aborted(): boolean {
    return this.cause !== undefined;
  }

  get reason(): unknown {
    return this.cause?.reason;
  }

  abort(reason: unknown): void {
    if (this.cause) return;
    this.cause = { reason };
    for (const listener of this.listeners) listener();
    this.listeners = [];
  }

  throwIfAborted(): void {
    if (this.cause) throw this.cause.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = [...this.listeners, listener];
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((it) => it !== listener);
  }
}

/** Ids of holders and of their roles. */
export type PassedRoles = readonly (readonly [holder: number, role: number])[];

/** Nodes on the walk of an answer whose reach may not be known. */
interface Passed {
  /** Roles for a part of a tenant. */
  readonly passedRoles?: PassedRoles;
  /** Ids of service principals. */
  readonly passedPrincipals?: readonly number[];
}

/** The account or the client that asked for the work. */
export interface Caller {
  /** Null if the caller is no account. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * Data of a request that the code below it reads without passing it from call to call. HTTP opens a scope for each request; the database
 * cancels the statements of a scope if its signal fires. Work outside of a scope (command line, background) is never canceled.
 */
export interface RequestScope {
  readonly requestId: string;
  readonly signal: CancelSignal;
  /** Texts for readers of the answer (src/http/notes/graph-notes.ts). */
  readonly notes?: string[];
  /** Receives what a walk passes (src/http/notes/basis.guard.ts). */
  onPassed?: (passed: Passed) => Promise<void>;
  /** Undefined until the request is authenticated. */
  caller?: Caller;
  /** Set if the caller is an account that sees a part of the graph. The database and the graph in memory then have no other part. */
  visibility?: Visibility;
  /** All reads of the scope see one state. */
  readonly snapshot?: Snapshot;
  /** Set if the request is a question, which takes turns with others (src/http/limits/questions.ts). */
  question?: QuestionOfRequest;
  /** Set if the request only reads: its statements then run on a replica if one is current. */
  replica?: ReplicaOfRequest;
}

/** A question to the graph, or a list. */
export interface QuestionOfRequest {
  /** The principal, or the address of a request that proves none. Principals take turns. */
  readonly asker: string;
  /** Milliseconds for which it has had threads and connections so far. */
  usedMs: number;
}

/** The replica of the database that a request reads from (src/database/replicas). */
export interface ReplicaOfRequest {
  /** Reads from the primary from now on if the error is a fault of the replica. @returns whether it is, and the statement may run again */
  leave(error: unknown): boolean;
  /** Reads from the primary from now on. */
  usePrimary(): void;
}

/** One state of the database and of the graph, for an answer that is read in several steps. Each source keeps its own part of it. */
export class Snapshot {
  private readonly listeners: (() => Promise<unknown>)[] = [];

  onEnd(listener: () => Promise<unknown>): void {
    this.listeners.push(listener);
  }

  async end(): Promise<void> {
    await Promise.all(this.listeners.splice(0).map((listener) => listener()));
  }
}

const storage = new AsyncLocalStorage<RequestScope | undefined>();

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work);
}

/** Runs work that goes on after the request that starts it. */
export function runWithoutScope<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/** Reads the whole graph in a request whose caller sees a part of it, for walks that name nothing of the rest. */
export function seeingAll<T>(work: () => T): T {
  const { visibility: _, ...scope } = storage.getStore() ?? {};
  return 'requestId' in scope ? storage.run(scope, work) : work();
}

export function currentScope(): RequestScope | undefined {
  return storage.getStore();
}

/** What the caller of the request sees; undefined: everything. */
export function currentVisibility(): Visibility | undefined {
  return storage.getStore()?.visibility;
}

/** For keys of caches whose values follow from the graph: callers that see different parts have different keys. */
export function visibilityKey(): string {
  return currentVisibility()?.key ?? '';
}

/** Adds a text to the notes of the answer, once. Outside of a request it does nothing. */
export function addNote(text: string): void {
  const notes = currentScope()?.notes;
  if (notes && !notes.includes(text)) notes.push(text);
}

/** Tells the request what an answer passes. */
export async function tellPassed(answer: Passed & { readonly ids: readonly number[] }): Promise<void> {
  if (answer.passedRoles || answer.passedPrincipals) await currentScope()?.onPassed?.(answer);
}
