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

/** Reads payloads, one after another, and reports the read bytes of all of them. */
export function metered(
  sources: readonly PayloadSource[],
  listener: ProgressListener = () => {},
): (source: PayloadSource) => AsyncGenerator<Uint8Array> {
  const totalBytes = sources.reduce((sum, { size }) => sum + size, 0);
  let begun = 0;
  return async function* (source) {
    const before = begun;
    const { name: path, size } = source;
    begun += size;
    const stream = source.open();
    let given = 0;
    for await (const chunk of stream) {
      yield chunk;
      given += chunk.length;
      listener({ path, bytes: before + Math.min(size, stream.taken ?? given), totalBytes });
    }
    listener({ path, bytes: before + size, totalBytes, isRead: true });
  };
}
