import { Logger } from '@nestjs/common';
import {
  type CompletedPart,
  type GetObjectCommandOutput,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  S3,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { Availability } from '../../base/scope/availability.js';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import type { StoredFile } from './spool-store.js';

/** Parts that this process sends at a time. Each is in memory. */
const PARTS_AT_A_TIME = 4;

const CONNECT_MS = 5000;
/** Without a byte, of an object that is read or completed. */
const IDLE_MS = 30_000;
/** All attempts of another call, beside the time in which the slowest connection that is accepted sends its bytes. */
const ANSWER_MS = 5000;
const LEAST_BYTES_A_MS = 64;

/** The warning of the client is about its later versions. package.json keeps it at the last one that supports Node 20. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Does not pass the signal if its answer may take longer. */
type LimitedCall<T> = (limit: { readonly abortSignal: AbortSignal }) => Promise<T>;

const location = /^s3:\/\/([^/]+)\/?(.*?)\/?$/;

/** The calls of S3 that the spool needs, on the objects below the prefix of SPOOL_URL. */
export class Bucket {
  private readonly name: string;
  private readonly prefix: string;
  private readonly availability: Availability;
  private readonly s3: S3;
  /** Runs work that holds a part in memory. */
  readonly sendLimit = pLimit(PARTS_AT_A_TIME);

  /** Region and credentials that the settings do not name come from the usual sources of AWS. */
  constructor(
    { spoolUrl, spoolS3Endpoint, spoolS3Region }: Settings,
    private readonly answerMs = ANSWER_MS,
  ) {
    const [, name = '', folder = ''] = location.exec(spoolUrl) ?? [];
    this.name = name;
    this.prefix = folder === '' ? '' : `${folder}/`;
    const place = spoolS3Endpoint === '' ? '' : ` at ${spoolS3Endpoint}`;
    this.availability = new Availability(
      new Logger('Spool'),
      `the bucket ${name}${place} (SPOOL_URL)`,
      'uploads are refused with 503, and uploaded files wait',
    );
    const region = spoolS3Region || (spoolS3Endpoint === '' ? undefined : 'us-east-1');
    this.s3 = new S3({
      ...(region !== undefined && { region }),
      // Servers other than AWS rarely have a host name for each bucket.
      ...(spoolS3Endpoint !== '' && { endpoint: spoolS3Endpoint, forcePathStyle: true }),
      followRegionRedirects: true,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    });
  }

  get away(): boolean {
    return this.availability.away;
  }

  /** @throws StorageUnavailableError if the bucket can't be used */
  async check(): Promise<void> {
    // Not HeadBucket, whose errors have no reason.
    await this.call((limit) => this.s3.listObjectsV2({ ...this.objects, MaxKeys: 1 }, limit));
  }

  /** @returns null if there is no such object */
  get(key: string): Promise<GetObjectCommandOutput | null> {
    return this.call(() => this.s3.getObject(this.object(key)).catch(nullIfMissing));
  }

  async put(key: string, Body: Buffer): Promise<void> {
    await this.call((limit) => this.s3.putObject({ ...this.object(key), Body }, limit), Body.length);
  }

  /** A failure is logged. The object is then an orphan, which is removed later. */
  async remove(key: string): Promise<void> {
    await this.attempt((limit) => this.s3.deleteObject(this.object(key), limit)).catch(() => {});
  }

  /** Begins an object of several parts. @returns its id */
  async begin(key: string): Promise<string> {
    const { UploadId } = await this.call((limit) => this.s3.createMultipartUpload(this.object(key), limit));
    if (UploadId === undefined) throw new Error('the server returned no UploadId');
    return UploadId;
  }

  async sendPart(key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
    const part = { ...this.object(key), UploadId, PartNumber, Body };
    const { ETag } = await this.call((limit) => this.s3.uploadPart(part, limit), Body.length);
    return { ETag, PartNumber };
  }

  async complete(key: string, UploadId: string, Parts: CompletedPart[]): Promise<void> {
    const whole = { ...this.object(key), UploadId, MultipartUpload: { Parts } };
    await this.call(() => this.s3.completeMultipartUpload(whole));
  }

  async abort(key: string, UploadId: string): Promise<void> {
    await this.attempt((limit) => this.s3.abortMultipartUpload({ ...this.object(key), UploadId }, limit));
  }

  /** The objects directly below the prefix. */
  async *list(): AsyncGenerator<StoredFile> {
    let ContinuationToken: string | undefined;
    do {
      const from = { ...this.objects, ContinuationToken };
      const page: ListObjectsV2CommandOutput = await this.call((limit) => this.s3.listObjectsV2(from, limit));
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { name: Key.slice(this.prefix.length), modifiedAt: LastModified };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /**
   * Aborts the objects below the prefix that were begun before a time and are not complete, at most a page of them. None if the server
   * does not list them, as some do not, or forbids it: they take space only.
   */
  async abortBegun(before: Date): Promise<number> {
    const { Uploads = [] } = await this.s3.listMultipartUploads(this.objects).catch(() => ({ Uploads: [] }));
    const abandoned = Uploads.filter(({ Initiated }) => Initiated && Initiated < before);
    for (const { Key, UploadId } of abandoned)
      await this.attempt((limit) => this.s3.abortMultipartUpload({ Bucket: this.name, Key, UploadId }, limit));
    return abandoned.length;
  }

  /** A failure while the content of an object arrives. */
  broken(error: unknown): StorageUnavailableError {
    this.availability.noteFailure(error);
    return new StorageUnavailableError(errorMessage(error));
  }

  close(): void {
    this.s3.destroy();
  }

  private async call<T>(work: LimitedCall<T>, bytes = 0): Promise<T> {
    const result = await this.attempt(work, bytes);
    this.availability.noteSuccess();
    return result;
  }

  /** As `call`, but success is no proof that the bucket accepts uploads. @param bytes that the call sends */
  private async attempt<T>(work: LimitedCall<T>, bytes = 0): Promise<T> {
    const abortSignal = AbortSignal.timeout(this.answerMs + Math.ceil(bytes / LEAST_BYTES_A_MS));
    try {
      return await work({ abortSignal });
    } catch (error) {
      throw this.broken(abortSignal.aborted ? new Error('it does not answer', { cause: error }) : described(error));
    }
  }

  private get objects() {
    return { Bucket: this.name, Prefix: this.prefix };
  }

  private object(key: string) {
    return { Bucket: this.name, Key: this.prefix + key };
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}

function described(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const { name, message, $metadata } = error;
  return new Error(`${name}: ${message} (${$metadata.httpStatusCode ?? 'no status'})`, { cause: error });
}
