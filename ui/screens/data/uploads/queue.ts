import type { CompletedTaskDto } from '../../../api/schema.js';

/** A file with its path inside of the folder that was chosen. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** Most files that are shown at once. */
const SHOWN = 100;

/** In the order in which they are shown: what needs people first. */
const states = ['failed', 'incomplete', 'sending', 'reading', 'waiting', 'complete'] as const;

/** A file that this page has sent or is going to send. */
export interface QueuedFile {
  readonly key: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** `reading`: it is sent, and its result is not there yet. `incomplete` and `failed`: as `reason` says. */
  readonly state: (typeof states)[number];
  /** Bytes. */
  readonly sent: number;
  /** Ids of the service; null until it is sent. */
  readonly upload: number | null;
  readonly file: number | null;
  readonly faults: number;
  /** Nodes and edges that it created, changed or removed. */
  readonly changes: number;
  readonly reason: string | null;
}

export type Queue = readonly QueuedFile[];
type Content = Pick<QueuedFile, 'key' | 'name' | 'size'>;
type Result = Pick<CompletedTaskDto, 'file_id' | 'status' | 'fault_count' | 'faults' | 'changes'>;

const unsent = { state: 'waiting', sent: 0, upload: null, file: null, faults: 0, changes: 0, reason: null } as const;

export function withFiles(queue: Queue, added: readonly Content[]): Queue {
  return [...queue, ...added.map((it) => ({ ...it, ...unsent }))];
}

export function withChange(queue: Queue, key: number, change: Partial<QueuedFile>): Queue {
  return queue.map((it) => (it.key === key ? { ...it, ...change } : it));
}

/** Adds the results of an upload. A ZIP has a result for each of its files; the worst decides. */
export function withResults(queue: Queue, results: readonly Result[]): Queue {
  const byFile = new Map<number, Result[]>();
  for (const result of results) byFile.set(result.file_id, [...(byFile.get(result.file_id) ?? []), result]);
  return queue.map((it) => {
    const own = it.state === 'reading' && it.file !== null ? byFile.get(it.file) : undefined;
    return own ? { ...it, ...resultOf(own) } : it;
  });
}

function resultOf(results: readonly Result[]): Partial<QueuedFile> {
  const worst = states.find((state) => results.some(({ status }) => status === state)) ?? 'complete';
  const [fault] = results.find(({ status }) => status === worst)?.faults ?? [];
  return {
    state: worst,
    faults: results.reduce((sum, it) => sum + it.fault_count, 0),
    changes: results.reduce((sum, it) => sum + Object.values(it.changes ?? {}).reduce((all, one) => all + one, 0), 0),
    reason: worst === 'complete' ? null : (fault?.reason ?? null),
  };
}

/** Files that failed as a whole or in part wait again; what succeeded is not sent twice. */
export function retried(queue: Queue): Queue {
  return queue.map((it) => (isFailed(it) ? { ...it, ...unsent } : it));
}

export function unfinished(queue: Queue): Queue {
  return queue.filter(({ state }) => state !== 'complete');
}

export function isFailed({ state }: QueuedFile): boolean {
  return state === 'failed' || state === 'incomplete';
}

export type Totals = ReturnType<typeof totalsOf>;

export function totalsOf(queue: Queue) {
  const sum = (value: (file: QueuedFile) => number) => queue.reduce((all, it) => all + value(it), 0);
  const size = sum((it) => it.size);
  return {
    files: queue.length,
    sent: sum(({ file }) => (file === null ? 0 : 1)),
    read: sum(({ state }) => (state === 'complete' ? 1 : 0)),
    failed: sum((it) => (isFailed(it) ? 1 : 0)),
    // Of the bytes that are sent, 0 to 1.
    share: size === 0 ? 0 : sum((it) => it.sent) / size,
  };
}

/** The first files in the order of their states. */
export function shownFiles(queue: Queue): Queue {
  return queue.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state)).slice(0, SHOWN);
}
