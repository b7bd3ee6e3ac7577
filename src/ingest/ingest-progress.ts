import type { PayloadSource } from './reading/payload-source.js';

export interface IngestProgress {
  /** The current payload. */
  readonly path: string;
  /** Converted bytes, and bytes of all payloads: unpacked for a ZIP, packed for a gzip file. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** The current payload is read to its end and is being written to the graph. */
  readonly isRead?: true;
}

export type ProgressListener = (progress: IngestProgress) => void;

/** Reports the read bytes of all payloads. The number never decreases, even if a payload is read twice. */
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
      this.report(source.name, before + Math.min(source.size, stream.taken ?? given));
    }
    this.report(source.name, before + source.size, { isRead: true });
  }

  /** The size of the sources that were started before this one. The same for a second read. */
  bytesBefore(source: PayloadSource): number {
    const known = this.starts.get(source);
    if (known !== undefined) return known;
    const start = this.begun;
    this.starts.set(source, start);
    this.begun += source.size;
    return start;
  }

  private report(path: string, bytes: number, rest: { readonly isRead?: true } = {}): void {
    this.furthest = Math.max(this.furthest, bytes);
    this.listener({ path, bytes: this.furthest, totalBytes: this.totalBytes, ...rest });
  }
}
