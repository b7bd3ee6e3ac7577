import pLimit from 'p-limit';
import type { PayloadOptions } from '../graph/writer/graph-writer.js';
import type { KindQuota } from '../graph/writer/batch/stored-kinds.js';
import { metered, type ProgressListener } from './ingest-progress.js';
import type { FileReport, IngestReport } from './ingest-report.js';
import { formatOf, type PayloadFormat } from './payloads/payload-format.js';
import { PayloadReader, type PayloadTarget } from './payloads/payload-reader.js';
import { PayloadTally, ReportRoom } from './payloads/payload-tally.js';
import { readEnvelope } from './reading/envelope.js';
import { openPayloads, reasonOf } from './reading/open-payloads.js';
import { fileSource, type PayloadSource } from './reading/payload-source.js';
import type { ReadLimits } from './reading/read-limits.js';
import { ScratchFiles } from './reading/scratch-files.js';

export interface IngestOptions {
  readonly onProgress?: ProgressListener;
  /** Whose limits of new kinds hold; absent: none do. */
  readonly sender?: IngestSender;
}

/** The upload that contains the files, and the account that sent it. */
export type IngestSender = Pick<KindQuota, 'uploadId' | 'sender'>;

interface ReadablePayload {
  readonly source: PayloadSource;
  readonly format: PayloadFormat;
  readonly refusal?: undefined;
}

/** A payload, or the reason why it can't be read. */
type PlannedPayload = ReadablePayload | { readonly name: string; readonly refusal: string };

/** A payload that is being read. */
interface OpenPayload {
  readonly uploadId: number | undefined;
  readonly order: number;
  readonly end: Promise<void>;
}

/** Loads files of SharpHound, AzureHound and OpenGraph into the graph: JSON, ZIP or gzip. */
export class IngestService {
  /** Runs one write at a time, also if several files are read at a time: they share the cache of the writer. */
  private readonly inTurn = pLimit(1);
  private readonly open = new Set<OpenPayload>();

  constructor(
    private readonly writer: { payload(options: PayloadOptions): PayloadTarget },
    private readonly limits: ReadLimits,
  ) {}

  /** As {@link ingest}, for files on disk. @throws as {@link fileSource} if a path names no file */
  async ingestFiles(paths: readonly string[], options: IngestOptions = {}): Promise<IngestReport> {
    return this.ingest(await Promise.all(paths.map((path) => fileSource(path))), options);
  }

  /**
   * Reads the payloads of the sources one after another. While the end of one is written, the next is read. A payload that
   * can't be read fails alone.
   * @throws errors of the database; batches before the error stay in the graph
   */
  async ingest(sources: readonly PayloadSource[], options: IngestOptions = {}): Promise<IngestReport> {
    const scratch = new ScratchFiles();
    try {
      return await this.ingestPlanned(await this.plan(sources, scratch), options);
    } finally {
      await scratch.close();
    }
  }

  /** Detects the format of each file and of each packed file. Keeps the order. */
  private async plan(files: readonly PayloadSource[], scratch: ScratchFiles): Promise<PlannedPayload[]> {
    const planned: PlannedPayload[] = [];
    for (const file of files)
      for await (const payload of openPayloads(file, this.limits, scratch))
        planned.push(payload.source ? await this.detect(payload.source) : payload);
    return planned;
  }

  private async detect(source: PayloadSource): Promise<PlannedPayload> {
    try {
      return { source, format: formatOf(await readEnvelope(source, this.limits)) };
    } catch (error) {
      return { name: source.name, refusal: reasonOf(error) };
    }
  }

  private async ingestPlanned(
    planned: readonly PlannedPayload[],
    { onProgress, sender }: IngestOptions,
  ): Promise<IngestReport> {
    const readable = planned
      .filter((payload): payload is ReadablePayload => payload.refusal === undefined)
      .toSorted((one, other) => one.format.order - other.format.order);
    const bytesOf = metered(
      readable.map(({ source }) => source),
      onProgress,
    );
    const { maxKindsPerUpload: maxOfUpload, maxKindsPerAccount: maxOfSender } = this.limits;
    const quota = sender ? { ...sender, maxOfUpload, maxOfSender } : null;
    const room = new ReportRoom();
    const reports = new Map<PlannedPayload, Promise<FileReport>>();
    try {
      for (const payload of readable) {
        const { source, format } = payload;
        const tally = new PayloadTally(source.name, room);
        const reader = new PayloadReader(format, this.limits, tally, this.writer.payload({ quota }), this.inTurn);
        await this.inOrder(sender?.uploadId, format.order, () => reader.read(bytesOf(source)));
        const report = reader.report();
        // Its error is thrown below.
        report.catch(() => {});
        reports.set(payload, report);
      }
    } finally {
      // After the last write.
      await this.inTurn(() => {});
    }
    const files: FileReport[] = [];
    for (const payload of planned) files.push((await reports.get(payload)) ?? refused(payload, room));
    return { files, complete: files.every(({ status }) => status === 'complete') };
  }

  /** Reads a payload after the payloads of its upload with a lower order that are being read. */
  private async inOrder(uploadId: number | undefined, order: number, read: () => Promise<void>): Promise<void> {
    const lower = [...this.open].filter((payload) => payload.uploadId === uploadId && payload.order < order);
    await Promise.allSettled(lower.map(({ end }) => end));
    const payload = { uploadId, order, end: read() };
    this.open.add(payload);
    try {
      await payload.end;
    } finally {
      this.open.delete(payload);
    }
  }
}

function refused(payload: PlannedPayload, room: ReportRoom): FileReport {
  const tally = new PayloadTally(payload.refusal === undefined ? payload.source.name : payload.name, room);
  tally.fault(null, null, payload.refusal ?? 'was not read');
  return tally.report('failed', null, null);
}
