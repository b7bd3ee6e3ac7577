/** What work asks that may be called off: the part of an AbortSignal that the service uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Why; undefined until it is called off. */
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Calls off one piece of work, once. As AbortController and its signal in one, for what is made at each request: those cost several
 * times as much even where they never fire (docs/performance.md).
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
