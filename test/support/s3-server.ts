import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A request and its answer, as koa has them. */
interface Exchange {
  readonly state: { vhost?: boolean };
  mountPath: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  status: number;
  type: string;
  body: unknown;
}

type Next = () => Promise<void>;

/** The part of s3rver that is used; it has no types. */
interface S3rver {
  readonly middleware: ((exchange: Exchange, next: Next) => Promise<void>)[];
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  readonly httpServer: Server;
}

type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver;

const S3rverServer: S3rverClass = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass;

/** The client signs the slash after the name of the bucket. s3rver leaves it out unless the request is described so. */
function withSlash(exchange: Exchange, next: Next): Promise<void> {
  if (/^\/[^/]+\/$/.test(exchange.path)) {
    exchange.state.vhost = true;
    exchange.mountPath = '/';
  }
  return next();
}

/** The credentials that s3rver accepts, as environment variables. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

/** A server with the API of S3, and one bucket, whose objects are files. Signatures are verified. */
export class S3Server {
  readonly bucket = `bucket-${randomBytes(4).toString('hex')}`;
  /** Each request in order: `PUT /bucket/key?partNumber`. Keys and values are left out. */
  readonly requests: string[] = [];
  /** Answers a request with this status instead, if it returns one. */
  fail: (request: string) => number | undefined = () => undefined;
  /** The most parts of objects that arrived at a time. */
  maxParts = 0;
  private parts = 0;
  private server: S3rver | undefined;
  private port = 0;

  private constructor(private readonly directory: string) {}

  static async start(): Promise<S3Server> {
    const server = new S3Server(await mkdtemp(join(tmpdir(), 's3-')));
    await server.start();
    return server;
  }

  /** Settings of a service that uses the bucket. @param prefix of its keys */
  settings(prefix = 'spool'): Readonly<Record<'SPOOL_URL' | 'SPOOL_S3_ENDPOINT', string>> {
    return { SPOOL_URL: `s3://${this.bucket}/${prefix}`, SPOOL_S3_ENDPOINT: `http://127.0.0.1:${this.port}` };
  }

  /** Starts again after {@link stop}, on the same port and with the same objects. */
  async start(): Promise<void> {
    this.server = new S3rverServer({
      address: '127.0.0.1',
      port: this.port,
      silent: true,
      vhostBuckets: false,
      directory: this.directory,
      configureBuckets: [{ name: this.bucket }],
    });
    this.server.middleware.unshift((exchange, next) => this.answer(exchange, next));
    this.server.middleware.splice(-1, 0, withSlash);
    ({ port: this.port } = await this.server.run());
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = server.close();
    server.httpServer.closeAllConnections();
    await closed;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** The keys of the objects below a prefix, without it. */
  async keys(prefix = 'spool'): Promise<string[]> {
    const names = await readdir(join(this.directory, this.bucket, prefix)).catch(() => []);
    return names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
  }

  read(key: string, prefix = 'spool'): Promise<Buffer> {
    return readFile(this.pathOf(key, prefix));
  }

  pathOf(key: string, prefix = 'spool'): string {
    return join(this.directory, this.bucket, prefix, key + suffix);
  }

  /** The ids of the objects that were begun and are neither complete nor aborted. */
  async begun(): Promise<string[]> {
    return readdir(this.uploads).catch(() => []);
  }

  get uploads(): string {
    return join(this.directory, this.bucket, '._S3rver_uploads');
  }

  private async answer(exchange: Exchange, next: Next): Promise<void> {
    const { method, path, query } = exchange;
    const names = Object.keys(query)
      .filter((name) => !name.startsWith('x-'))
      .join('&');
    const request = `${method} ${path.replace(/[0-9a-f-]{36}/, 'KEY')}${names && `?${names}`}`;
    this.requests.push(request);
    const failure = this.fail(request);
    if (failure !== undefined) {
      exchange.status = failure;
      exchange.body = '';
    } else if (method === 'DELETE' && query['uploadId'] !== undefined) {
      // s3rver implements neither this call nor the next one.
      await rm(join(this.uploads, query['uploadId']), { recursive: true });
      exchange.status = 204;
    } else if (method === 'GET' && query['uploads'] !== undefined) {
      exchange.type = 'application/xml';
      exchange.body = `<ListMultipartUploadsResult>${(await this.begunAsXml()).join('')}</ListMultipartUploadsResult>`;
    } else {
      const isPart = query['partNumber'] !== undefined;
      if (isPart) this.maxParts = Math.max(this.maxParts, ++this.parts);
      await next().finally(() => {
        if (isPart) this.parts--;
      });
    }
  }

  private async begunAsXml(): Promise<string[]> {
    return Promise.all(
      (await this.begun()).map(async (id) => {
        const folder = join(this.uploads, id);
        const [key, { mtime }] = await Promise.all([readFile(join(folder, 'key'), 'utf8'), stat(folder)]);
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`;
      }),
    );
  }
}

const suffix = '._S3rver_object';
