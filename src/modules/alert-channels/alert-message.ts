/** One object of an alert. */
export interface AlertRow {
  readonly kind: string;
  readonly objectid: string;
  /** Absent if the rule hides names. */
  readonly name?: string;
  /** What happened to it, such as `came`. */
  readonly change?: string;
  /** A path, from its beginning: names, or object ids if the rule hides names, and kinds of edges between them. */
  readonly path?: readonly string[];
  /** What removes the cause. */
  readonly remedy?: string;
  readonly href: string;
}

export interface AlertContents {
  /** What happened, for people. */
  readonly sentence: string;
  readonly rule: { readonly id: number; readonly name: string } | null;
  readonly numbers: Readonly<Record<string, number>>;
  /** What a digest collects, with the time of each; absent for a single alert. */
  readonly alerts?: readonly { readonly time: string; readonly sentence: string }[];
  /** At most {@link mostRows}, or {@link mostDigestRows}. */
  readonly rows: readonly AlertRow[];
  /** Further objects, which are left out. */
  readonly more: number;
}

export const mostRows = 20;
export const mostDigestRows = 200;

/** A file that mails have. */
export interface AlertAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** An alert as it is stored and sent. */
export interface AlertMessage {
  /** A UUID, the same in every attempt and on every channel. */
  readonly id: string;
  /** The name of an occasion, or `test`. */
  readonly occasion: string;
  readonly occurredAt: Date;
  readonly contents: AlertContents;
  readonly attachment?: AlertAttachment | null;
}

/** An alert that a channel without names gets in another form. */
export interface PostedAlert extends Omit<AlertMessage, 'id'> {
  /** The contents without names; absent: they have none. */
  readonly nameless?: AlertContents | null;
}
