import { Logger } from '@nestjs/common';
import type { GetObjectCommandOutput, ListObjectsV2CommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { Availability } from '../../base/availability.js';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Parts that this process sends at a time. Each is in memory. */
const PARTS_AT_A_TIME = 4;

const CONNECT_MS = 5000;
/** Without a byte. */
const IDLE_MS = 30_000;

const location = /^s3:\/\/([^/]+)\/?(.*?)\/?$/;

/** The settings of {@link Bucket}. */
export type BucketSettings = Pick<Settings, 'spoolUrl' | 'spoolS3Endpoint' | 'spoolS3Region'>;

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
  readonly sendLimit = pLimit(PARTS_AT_A_TIME);

  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    { spoolUrl, spoolS3Endpoint }: BucketSettings,
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
  }

  /** Loads the client. Region and credentials that the settings do not name come from the usual sources of AWS. */
  static async open(settings: BucketSettings): Promise<Bucket> {
    const sdk = await import('@aws-sdk/client-s3');
    const { spoolS3Endpoint: endpoint, spoolS3Region } = settings;
    const region = spoolS3Region || (endpoint === '' ? undefined : 'us-east-1');
    const config: S3ClientConfig = {
      ...(region !== undefined && { region }),
      // Servers other than AWS rarely have a host name for each bucket.
      ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
      followRegionRedirects: true,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    };
    return new Bucket(sdk, new sdk.S3Client(config), settings);
  }

  get away(): boolean {
    return this.availability.away;
  }

  /** @throws StorageUnavailableError if the bucket can't be used */
  async check(): Promise<void> {
    // Not HeadBucket, whose errors have no reason.
    const first = { Prefix: this.prefix, MaxKeys: 1 };
    await this.call((to) => this.client.send(new this.sdk.ListObjectsV2Command({ Bucket: to, ...first })));
  }

  /** @returns null if there is no such object */
  get(key: string): Promise<GetObjectCommandOutput | null> {
    return this.call(async (to) => {
      try {
        return await this.client.send(new this.sdk.GetObjectCommand({ Bucket: to, Key: this.prefix + key }));
      } catch (error) {
        if (error instanceof this.sdk.NoSuchKey) return null;
        throw error;
      }
    });
  }

  async put(key: string, Body: Buffer): Promise<void> {
    await this.call((to) =>
      this.client.send(new this.sdk.PutObjectCommand({ Bucket: to, Key: this.prefix + key, Body })),
    );
  }

  async remove(key: string): Promise<void> {
    await this.attempt((to) =>
      this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: to, Key: this.prefix + key })),
    );
  }

  /** Begins an object of several parts. @returns its id */
  async begin(key: string): Promise<string> {
    const { UploadId } = await this.call((to) =>
      this.client.send(new this.sdk.CreateMultipartUploadCommand({ Bucket: to, Key: this.prefix + key })),
    );
    if (UploadId === undefined) throw new Error('the server returned no UploadId');
    return UploadId;
  }

  async sendPart(key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<Part> {
    const at = { Key: this.prefix + key, UploadId, PartNumber, Body };
    const { ETag } = await this.call((to) => this.client.send(new this.sdk.UploadPartCommand({ Bucket: to, ...at })));
    return { ETag, PartNumber };
  }

  async complete(key: string, UploadId: string, Parts: Part[]): Promise<void> {
    const of = { Key: this.prefix + key, UploadId, MultipartUpload: { Parts } };
    await this.call((to) => this.client.send(new this.sdk.CompleteMultipartUploadCommand({ Bucket: to, ...of })));
  }

  async abort(key: string, UploadId: string): Promise<void> {
    const of = { Key: this.prefix + key, UploadId };
    await this.attempt((to) => this.client.send(new this.sdk.AbortMultipartUploadCommand({ Bucket: to, ...of })));
  }

  /** The objects directly below the prefix. */
  async *list(): AsyncGenerator<{ readonly key: string; readonly modifiedAt: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.call((to) =>
        this.client.send(
          new this.sdk.ListObjectsV2Command({
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

  /** The begun objects below the prefix that are neither complete nor aborted, at most a page of them. */
  async begun(): Promise<{ readonly key: string; readonly id: string; readonly begunAt: Date }[]> {
    const { Uploads = [] } = await this.call((to) =>
      this.client.send(new this.sdk.ListMultipartUploadsCommand({ Bucket: to, Prefix: this.prefix })),
    );
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
    if (!(error instanceof this.sdk.S3ServiceException)) return error;
    const { name, message, $metadata } = error;
    return new Error(`${name}: ${message} (${$metadata.httpStatusCode ?? 'no status'})`, { cause: error });
  }
}

function unavailable(cause: unknown): StorageUnavailableError {
  return new StorageUnavailableError(errorMessage(cause));
}
