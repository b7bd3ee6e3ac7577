/**
 * A payload that cannot be read.
 * `broken`: the text ends too early or is not valid JSON. The records before the error are used.
 * `refused`: no record is used.
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
