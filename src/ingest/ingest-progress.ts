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

/** Reports the read bytes of all payloads, which are read one after another. */
export class ProgressMeter {
  private begun = 0;
  private readonly totalBytes: number;

  constructor(
    sources: readonly PayloadSource[],
    private readonly listener: ProgressListener = () => {},
  ) {
    this.totalBytes = sources.reduce((sum, { size }) => sum + size, 0);
  }

  async *read(source: PayloadSource): AsyncGenerator<Uint8Array> {
    const before = this.begun;
    const { name: path, size } = source;
    const { totalBytes } = this;
    this.begun += size;
    const stream = source.open();
    let given = 0;
    for await (const chunk of stream) {
      yield chunk;
      given += chunk.length;
      this.listener({ path, bytes: before + Math.min(size, stream.taken ?? given), totalBytes });
    }
    this.listener({ path, bytes: before + size, totalBytes, isRead: true });
  }
}
