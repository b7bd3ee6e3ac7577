interface ErrorDescription {
  /** Statuses of the answers with this code. */
  readonly statuses: readonly number[];
  readonly cause: string;
  /** Empty if the message of the error says it. */
  readonly remedy: string;
}

export function described(statuses: number | readonly number[], cause: string, remedy = ''): ErrorDescription {
  return { statuses: [statuses].flat(), cause, remedy };
}
