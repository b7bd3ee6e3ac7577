import type { FileHandle } from 'node:fs/promises';
import type { CompletedPart } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.js';
import type { NewFile } from './spool-store.js';

/** Parts of one upload that may wait to be sent. If more wait, the body is read more slowly. */
const MAX_WAITING = 4;

/**
 * A file that is sent to the bucket in parts while it is received, so that little is left to send at its end. The object appears when
 * the file is kept. The file itself is nameless, so that no ended process leaves one.
 */
export class BucketUpload implements NewFile {
  private readonly parts: Promise<CompletedPart>[] = [];
  /** Bytes of {@link parts}. */
  private scheduled = 0;
  private id: Promise<string> | undefined;
  private isKept = false;
  private isDiscarded = false;

  /** @param partBytes size of all parts but the last, because some servers require equal sizes */
  constructor(
    private readonly bucket: Bucket,
    private readonly key: string,
    readonly handle: FileHandle,
    private readonly partBytes: number,
  ) {}

  async grown(size: number): Promise<void> {
    // Not the bytes that may be the last part.
    while (size - this.scheduled > this.partBytes) this.schedule(this.partBytes);
    await this.parts.at(-MAX_WAITING - 1);
  }

  async keep(size: number): Promise<void> {
    this.isKept = true;
    if (this.parts.length === 0) {
      await this.bucket.sendLimit(async () => this.bucket.put(this.key, await this.bytes(0, size)));
    } else {
      this.schedule(size - this.scheduled);
      await this.bucket.complete(this.key, await this.begun(), await Promise.all(this.parts));
    }
    await this.handle.close();
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
    await Promise.allSettled(this.parts);
    await this.handle.close().catch(() => {});
    // What can't be aborted now is aborted later.
    if (this.id) await this.id.then((id) => this.bucket.abort(this.key, id)).catch(() => {});
    if (this.isKept) await this.bucket.remove(this.key);
  }

  private schedule(length: number): void {
    const start = this.scheduled;
    const number = this.parts.length + 1;
    const part = this.bucket.sendLimit(async () => {
      if (this.isDiscarded) throw new Error('the upload has ended');
      return this.bucket.sendPart(this.key, await this.begun(), number, await this.bytes(start, length));
    });
    part.catch(() => {});
    this.parts.push(part);
    this.scheduled += length;
  }

  private begun(): Promise<string> {
    return (this.id ??= this.bucket.begin(this.key));
  }

  private async bytes(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await this.handle.read(bytes, at, length - at, start + at);
      if (bytesRead === 0) throw new Error('the received file is shorter than what was written');
      at += bytesRead;
    }
    return bytes;
  }
}
