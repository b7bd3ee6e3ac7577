import { Inject, Injectable, Optional } from '@nestjs/common';
import { AppError } from '../base/errors.js';
import { GraphLoader } from '../graph/loader/graph-loader.js';
import { type GraphSink, type LoadResult, sumOfChanges, sumOfLoads } from '../graph/records.js';
import { inTurns, type Turn } from './in-turns.js';
import { type ProgressListener, ProgressMeter } from './ingest-progress.js';
import type { FileReport, FileStatus, IngestReport } from './ingest-report.js';
import { PayloadConverter } from './payload-converter.js';
import type { PayloadFormat } from './payload-format.js';
import { type PlannedPayload, planPayloads } from './payload-plan.js';
import { PayloadTally, ReportRoom } from './payload-tally.js';
import { PayloadError } from './reading/payload-error.js';
import { fileSource, type PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits, READ_LIMITS, type ReadLimits } from './reading/read-limits.js';
import { ScratchFiles } from './reading/scratch-files.js';

export interface IngestOptions {
  readonly onProgress?: ProgressListener;
  /** Replaces the limits of the settings. */
  readonly limits?: ReadLimits;
}

/** Minimum size of a part that is merged separately, in characters: less than a second of reading. Later parts grow. */
const LEAST_PART = 8_000_000;

type ReadablePayload = Extract<PlannedPayload, { source: PayloadSource }>;

/** Loads files of SharpHound, AzureHound and OpenGraph into the graph: JSON, ZIP or gzip. */
@Injectable()
export class IngestService {
  constructor(
    @Inject(GraphLoader) private readonly loader: Pick<GraphLoader, 'load' | 'tidy'>,
    @Optional() @Inject(READ_LIMITS) private readonly limits: ReadLimits = defaultReadLimits,
  ) {}

  /** As {@link ingest}, for files on disk. @throws as {@link fileSource} if a path names no file */
  async ingestFiles(paths: readonly string[], options: IngestOptions = {}): Promise<IngestReport> {
    return this.ingest(await Promise.all(paths.map((path) => fileSource(path))), options);
  }

  /**
   * Reads each payload of the sources in a transaction of its own. The next payload is read while one is merged. A payload
   * that can't be read fails alone.
   * @throws errors of the database; payloads before the error stay in the graph
   */
  async ingest(sources: readonly PayloadSource[], options: IngestOptions = {}): Promise<IngestReport> {
    const scratch = new ScratchFiles();
    const limits = options.limits ?? this.limits;
    try {
      return await this.ingestPlanned(await planPayloads(sources, limits, scratch), limits, options.onProgress);
    } finally {
      await scratch.close();
    }
  }

  private async ingestPlanned(
    planned: readonly PlannedPayload[],
    limits: ReadLimits,
    onProgress?: ProgressListener,
  ): Promise<IngestReport> {
    const readable = planned.filter((payload): payload is ReadablePayload => payload.refusal === undefined);
    const meter = new ProgressMeter(
      readable.map(({ source }) => source),
      onProgress,
    );
    const room = new ReportRoom();
    const ordered = readable.toSorted((one, other) => one.format.order - other.format.order);
    const loaded = await inTurns(ordered, async (payload, turn) => {
      const report = await this.load(payload, room, meter, limits, turn);
      return [payload, report] as const;
    });
    await this.loader.tidy(sumOfChanges(loaded.flatMap(([, { changes }]) => changes ?? [])));
    const reports = new Map<PlannedPayload, FileReport>(loaded);
    const files = planned.map((payload) => reports.get(payload) ?? refused(payload, room));
    return { files, complete: files.every(({ status }) => status === 'complete') };
  }

  private async load(
    { source, format }: ReadablePayload,
    room: ReportRoom,
    meter: ProgressMeter,
    limits: ReadLimits,
    turn: Turn,
  ): Promise<FileReport> {
    let tally = new PayloadTally(source.name, room);
    let isWhole = false;
    const merged: LoadResult[] = [];
    try {
      // Called again if another transaction changes the graph meanwhile.
      const read = async (sink: GraphSink) => {
        tally = new PayloadTally(source.name, room);
        isWhole = await new PayloadConverter(format, sink, tally).convert(meter.read(source), limits);
      };
      const result = await this.loader.load(read, {
        after: turn.before,
        onRead: turn.next,
        isOneOfMany: true,
        ...(format.mayBeParted && { leastPart: Math.max(LEAST_PART, meter.bytesBefore(source) / 2) }),
        onMerged: (part) => merged.push(part),
      });
      noteUnresolved(result, format, tally);
      const status = isWhole ? 'complete' : tally.records > 0 ? 'incomplete' : 'failed';
      return reportOf(source.name, status, format, tally, result);
    } catch (error) {
      if (error instanceof PayloadError || error instanceof AppError) {
        if (merged.length === 0) {
          tally.fault(null, null, error.message);
          return reportOf(source.name, 'failed', format, tally, null);
        }
        tally.fault(null, null, `${error.message}; what was written of it before stays in the graph`);
        return reportOf(source.name, 'incomplete', format, tally, sumOfLoads(merged));
      }
      throw error;
    }
  }
}

function noteUnresolved(
  { unresolved, unresolvedCount }: LoadResult,
  { edgeList }: PayloadFormat,
  tally: PayloadTally,
): void {
  for (const { record, reason } of unresolved) {
    tally.fault({ list: edgeList, index: record }, null, reason);
  }
  tally.furtherFaults(unresolvedCount - unresolved.length);
}

function reportOf(
  path: string,
  status: FileStatus,
  format: PayloadFormat | null,
  tally: PayloadTally,
  result: LoadResult | null,
): FileReport {
  return {
    path,
    status,
    format: format?.name ?? null,
    type: format?.type ?? null,
    records: tally.records,
    ...tally.counts,
    changes: result && {
      nodesCreated: result.nodesCreated,
      nodesChanged: result.nodesChanged,
      edgesCreated: result.edgesCreated,
      edgesChanged: result.edgesChanged,
      edgesRemoved: result.edgesRemoved,
    },
    faultCount: tally.faultCount,
    faults: tally.faults,
  };
}

function refused(payload: PlannedPayload, room: ReportRoom): FileReport {
  const path = payload.refusal === undefined ? payload.source.name : payload.name;
  const tally = new PayloadTally(path, room);
  tally.fault(null, null, payload.refusal ?? 'was not read');
  return reportOf(path, 'failed', null, tally, null);
}
