import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { namelessFile, openFileSource, writeTo } from './nameless-file.js';
import type { PayloadSource } from './payload-source.js';

/** Nameless files for packed files that are not read sequentially. */
export class ScratchFiles {
  private readonly files: FileHandle[] = [];

  /** Unpacks a source. @throws the error of its stream or of the disk */
  async keep(source: PayloadSource): Promise<PayloadSource> {
    const file = await namelessFile(tmpdir());
    this.files.push(file);
    await pipeline(source.open(), writeTo(file.fd));
    return openFileSource(source.name, file.fd);
  }

  async close(): Promise<void> {
    await Promise.all(this.files.splice(0).map((file) => file.close()));
  }
}
