import { Logger } from '@nestjs/common';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { Availability } from '../../base/scope/availability.js';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';

/** Parts that this process sends at a time. Each is in memory. */
const PARTS_AT_A_TIME = 4;

const CONNECT_MS = 5000;
/** Without a byte. */
const IDLE_MS = 30_000;

/** The warning of the client is about its later versions. package.json keeps it at the last one that supports Node 20. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const location = /^s3:\/\/([^/]+)\/?(.*?)\/?$/;

/** The settings of {@link Bucket}. */
type BucketSettings = Pick<Settings, 'spoolUrl' | 'spoolS3Endpoint' | 'spoolS3Region'>;

/** A finished part of an object. */
export interface Part {
  readonly ETag: string | undefined;
  readonly PartNumber: number;
}

/** The calls of S3 that the spool needs, on the objects below the prefix of SPOOL_URL. */
export class Bucket {
  private readonly name: string;
  private readonly prefix: string;
  private readonly availability: Availability;
  private readonly client: S3Client;
  /** Runs work that holds a part in memory. */
  readonly sendLimit = pLimit(PARTS_AT_A_TIME);

  /** Region and credentials that the settings do not name come from the usual sources of AWS. */
  constructor({ spoolUrl, spoolS3Endpoint, spoolS3Region }: BucketSettings) {
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
    this.client = new S3Client({
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
    const first = { Prefix: this.prefix, MaxKeys: 1 };
    await this.call((to) => this.client.send(new ListObjectsV2Command({ Bucket: to, ...first })));
  }

  /** @returns null if there is no such object */
  get(key: string): Promise<GetObjectCommandOutput | null> {
    return this.call(async (to) => {
      try {
        return await this.client.send(new GetObjectCommand({ Bucket: to, Key: this.prefix + key }));
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    });
  }

  async put(key: string, Body: Buffer): Promise<void> {
    await this.call((to) => this.client.send(new PutObjectCommand({ Bucket: to, Key: this.prefix + key, Body })));
  }

  async remove(key: string): Promise<void> {
    await this.attempt((to) => this.client.send(new DeleteObjectCommand({ Bucket: to, Key: this.prefix + key })));
  }

  /** Begins an object of several parts. @returns its id */
  async begin(key: string): Promise<string> {
    const { UploadId } = await this.call((to) =>
      this.client.send(new CreateMultipartUploadCommand({ Bucket: to, Key: this.prefix + key })),
    );
    if (UploadId === undefined) throw new Error('the server returned no UploadId');
    return UploadId;
  }

  async sendPart(key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<Part> {
    const at = { Key: this.prefix + key, UploadId, PartNumber, Body };
    const { ETag } = await this.call((to) => this.client.send(new UploadPartCommand({ Bucket: to, ...at })));
    return { ETag, PartNumber };
  }

  async complete(key: string, UploadId: string, Parts: Part[]): Promise<void> {
    const of = { Key: this.prefix + key, UploadId, MultipartUpload: { Parts } };
    await this.call((to) => this.client.send(new CompleteMultipartUploadCommand({ Bucket: to, ...of })));
  }

  async abort(key: string, UploadId: string): Promise<void> {
    const of = { Key: this.prefix + key, UploadId };
    await this.attempt((to) => this.client.send(new AbortMultipartUploadCommand({ Bucket: to, ...of })));
  }

  /** The objects directly below the prefix. */
  async *list(): AsyncGenerator<{ readonly key: string; readonly modifiedAt: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.call((to) =>
        this.client.send(
          new ListObjectsV2Command({
            Bucket: to,
            Prefix: this.prefix,
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
        ),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { key: Key.slice(this.prefix.length), modifiedAt: LastModified };
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  /**
   * The begun objects below the prefix that are neither complete nor aborted, at most a page of them. None if the server does not list
   * them, as some do not, or forbids it: they take space only.
   */
  async begun(): Promise<{ readonly key: string; readonly id: string; readonly begunAt: Date }[]> {
    const all = new ListMultipartUploadsCommand({ Bucket: this.name, Prefix: this.prefix });
    const { Uploads = [] } = await this.client.send(all).catch(() => ({ Uploads: [] }));
    return Uploads.flatMap(({ Key, UploadId, Initiated }) =>
      Key === undefined || UploadId === undefined || !Initiated
        ? []
        : [{ key: Key.slice(this.prefix.length), id: UploadId, begunAt: Initiated }],
    );
  }

  /** A failure while the content of an object arrives. */
  broken(error: unknown): StorageUnavailableError {
    this.availability.noteFailure(error);
    return unavailable(error);
  }

  close(): void {
    this.client.destroy();
  }

  private async call<T>(work: (bucket: string) => Promise<T>): Promise<T> {
    const result = await this.attempt(work);
    this.availability.noteSuccess();
    return result;
  }

  /** As `call`, but success is no proof that the bucket accepts uploads. */
  private async attempt<T>(work: (bucket: string) => Promise<T>): Promise<T> {
    try {
      return await work(this.name);
    } catch (error) {
      throw this.broken(this.described(error));
    }
  }

  private described(error: unknown): unknown {
    if (!(error instanceof S3ServiceException)) return error;
    const { name, message, $metadata } = error;
    return new Error(`${name}: ${message} (${$metadata.httpStatusCode ?? 'no status'})`, { cause: error });
  }
}

function unavailable(cause: unknown): StorageUnavailableError {
  return new StorageUnavailableError(errorMessage(cause));
}
