import type { PayloadSource } from './reading/payload-source.js';

/** How far an ingest has come. */
export interface IngestProgress {
  /** The payload at hand. */
  readonly path: string;
  /** Bytes converted so far, and of all payloads; unpacked where they are in a ZIP, packed where they are in a gzip file. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** The payload at hand is read to its end; it is being written into the graph, which takes its time, too. */
  readonly isRead?: true;
}

export type ProgressListener = (progress: IngestProgress) => void;

/** Reports to a listener the bytes that are read, payload after payload; never fewer than before, even if a payload is read twice. */
export class ProgressMeter {
  private begun = 0;
  private furthest = 0;
  private readonly starts = new Map<PayloadSource, number>();
  private readonly totalBytes: number;

  constructor(
    sources: readonly PayloadSource[],
    private readonly listener: ProgressListener = () => {},
  ) {
    this.totalBytes = sources.reduce((sum, { size }) => sum + size, 0);
  }

  async *read(source: PayloadSource): AsyncGenerator<Uint8Array> {
    const before = this.bytesBefore(source);
    const stream = source.open();
    let given = 0;
    for await (const chunk of stream) {
      yield chunk;
      given += chunk.length;
      this.tell(source.name, before + Math.min(source.size, stream.taken ?? given));
    }
    this.tell(source.name, before + source.size, { isRead: true });
  }

  /** Of the sources that were asked about, or read, before this one; the same where it is read a second time. */
  bytesBefore(source: PayloadSource): number {
    const known = this.starts.get(source);
    if (known !== undefined) return known;
    const start = this.begun;
    this.starts.set(source, start);
    this.begun += source.size;
    return start;
  }

  private tell(path: string, bytes: number, rest: { readonly isRead?: true } = {}): void {
    this.furthest = Math.max(this.furthest, bytes);
    this.listener({ path, bytes: this.furthest, totalBytes: this.totalBytes, ...rest });
  }
}
