interface Requirement {
  readonly id: string;
  readonly words: string;
  /** The file that meets it. */
  readonly at?: string;
  /** A test in the file. */
  readonly title?: string;
  readonly open?: string;
  readonly none?: string;
}

/** By chapter. */
export declare const chapters: Readonly<Record<string, readonly Requirement[]>>;
