import { runWithoutScope } from '../../base/scope/request-scope.js';

/**
 * Reads a value that changes, once at a time for all callers. A caller never gets a value from before its call: if a reading runs already,
 * the caller waits for the next one and shares it with all who call meanwhile.
 */
export class SharedReading<T> {
  private running: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  get(): Promise<T> {
    const { running } = this;
    if (!running) return this.begin();
    this.next ??= running.then(ignore, ignore).then(() => {
      this.next = undefined;
      return this.running ?? this.begin();
    });
    return this.next;
  }

  private begin(): Promise<T> {
    const running = runWithoutScope(this.read);
    this.running = running;
    const end = () => {
      this.running = undefined;
    };
    running.then(end, end);
    return running;
  }
}

function ignore(): void {}
