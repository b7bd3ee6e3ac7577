/**
 * A payload that can't be read, as a whole or from some point on.
 * `broken`: the text ends too early or stops being JSON; what came before it stands.
 * `refused`: nothing of it may be used.
 */
export class PayloadError extends Error {
  constructor(
    readonly kind: 'broken' | 'refused',
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = 'PayloadError';
  }

  static refused(reason: string): PayloadError {
    return new PayloadError('refused', reason);
  }

  static broken(reason: string): PayloadError {
    return new PayloadError('broken', reason);
  }
}
