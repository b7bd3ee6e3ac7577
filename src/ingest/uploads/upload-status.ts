/** What may follow each state of an upload. States without a successor are final. */
const uploadTransitions = {
  /** Takes files. */
  running: ['ingesting', 'complete', 'timed_out'],
  /** Takes no more; some of its files are still to be read. */
  ingesting: ['analyzing', 'failed', 'timed_out'],
  /** All are read; the analysis that sees them has not ended. */
  analyzing: ['complete', 'partially_complete', 'timed_out'],
  complete: [],
  partially_complete: [],
  failed: [],
  timed_out: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `incomplete`: some of it failed or broke off; `failed`: it could not be read. */
const fileTransitions = {
  queued: ['reading', 'failed'],
  /** Again: whoever read it died. */
  reading: ['reading', 'complete', 'incomplete', 'failed'],
  complete: [],
  incomplete: [],
  failed: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type UploadStatus = keyof typeof uploadTransitions;
export type UploadFileStatus = keyof typeof fileTransitions;

export const uploadStatuses = namesOf(uploadTransitions);
const uploadFileStatuses = namesOf(fileTransitions);

/** @throws Error where that way is not one of the table: no caller asks for it */
export function requireUploadTransition(from: UploadStatus, to: UploadStatus): void {
  const next: readonly UploadStatus[] = uploadTransitions[from];
  if (!next.includes(to)) throw new Error(`an upload does not go from ${from} to ${to}`);
}

/** The states of a file that may become `to`: the condition of its write, so that what several do at once never goes backwards. */
export function fileStatusesBefore(to: UploadFileStatus): readonly UploadFileStatus[] {
  const next: Transitions<UploadFileStatus> = fileTransitions;
  return uploadFileStatuses.filter((from) => next[from].includes(to));
}

type Transitions<Name extends string> = Readonly<Record<Name, readonly Name[]>>;

function namesOf<Name extends string>(transitions: Transitions<Name>): readonly Name[] {
  return Object.keys(transitions).filter((name): name is Name => Object.hasOwn(transitions, name));
}
