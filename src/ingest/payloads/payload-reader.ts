import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import { productVersion } from '../../base/config/product-version.js';
import { AppError } from '../../base/errors.js';
import { type Changes, type LoadResult, sumOfChanges } from '../../graph/records.js';
import { SkippedRecordChanged } from '../../graph/writer/merge/write-records.js';
import { KindsRefused } from '../../graph/writer/batch/stored-kinds.js';
import { GraphBatch } from '../../graph/writer/batch/graph-batch.js';
import type { PayloadWriter } from '../../graph/writer/payload-writer.js';
import type { FileReport } from '../ingest-report.js';
import { type KnownRecords, lookedUpPieces } from './looked-up-pieces.js';
import type { PayloadFormat } from './payload-format.js';
import { PayloadStructure } from './payload-structure.js';
import { PayloadTally } from './payload-tally.js';
import { type JsonPiece, scanJson } from '../reading/json-scan.js';
import { PayloadError } from '../reading/payload-error.js';
import type { ReadLimits } from '../reading/read-limits.js';
import { convertRecord, type FoundRecord } from './record-conversion.js';

export type PayloadTarget = Pick<PayloadWriter, 'known' | 'write' | 'finish'>;

/** Bytes of the records of a batch. A smaller payload is written in one transaction. */
const BATCH_BYTES = 8 * 2 ** 20;

/**
 * Bytes of records that are converted before the event loop runs. PostgreSQL answers some twenty short statements of a batch before the
 * long ones: if each waited for much conversion, nothing would be left to convert during the long ones.
 */
const TURN_BYTES = 2 ** 16;

/** Hexadecimal digits of a digest. */
const DIGEST_DIGITS = 32;

/** A known record counts for a part of its bytes, because it is not converted. */
const KNOWN_SHARE = 1 / 4;

/** Reads one payload into the graph, in batches. Records whose bytes the graph knows by a digest are neither parsed nor written. */
export class PayloadReader {
  private readonly structure: PayloadStructure;
  /** By list: everything that changes the meaning of a record, except for its bytes. */
  private readonly contexts = new Map<string, Hash>();
  private batch = new GraphBatch();
  /** The records of the batch. They are converted if one of them is no longer known when the batch is written. */
  private records: FoundRecord[] = [];
  private bytes = 0;
  /** Bytes of the batch at the start of this turn. */
  private bytesBefore = 0;
  /** With the limit that each is beyond. */
  private readonly refused = new Map<string, string>();
  private readonly written: Changes[] = [];
  private isWhole = false;
  private failure: unknown = null;

  constructor(
    private readonly format: PayloadFormat,
    private readonly limits: ReadLimits,
    private readonly tally: PayloadTally,
    private readonly target: PayloadTarget,
    /** Runs one write at a time. */
    private readonly inTurn: LimitFunction,
  ) {
    this.structure = new PayloadStructure(format, limits, tally);
    const { maxJsonDepth, maxRecordBytes, maxStringLength } = limits;
    const context = JSON.stringify([productVersion(), format.context, maxJsonDepth, maxRecordBytes, maxStringLength]);
    for (const list of format.wanted.lists) this.contexts.set(list, createHash('sha256').update(context).update(list));
  }

  /**
   * Reads the payload to its end. Its last batches may still be written then.
   * @throws errors that are no fault of the payload
   */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await this.readPieces(chunks);
      await this.endBatch();
    } catch (error) {
      this.failure ??= error;
      refusalOf(error);
    }
  }

  /**
   * Waits until everything is written.
   * @throws errors that are no fault of the payload
   */
  async report(): Promise<FileReport> {
    const { format, tally } = this;
    let references: LoadResult | null = null;
    const finish = async () => {
      references = await this.target.finish();
      this.written.push(references);
    };
    await this.inTurn(() => this.guarded(finish));
    const changes = this.written.length > 0 ? sumOfChanges(this.written) : null;
    if (this.failure !== null) {
      const reason = refusalOf(this.failure);
      tally.fault(null, null, changes ? `${reason}; what was written of it before stays in the graph` : reason);
      return tally.report(changes ? 'incomplete' : 'failed', format, changes);
    }
    if (references) noteUnresolved(references, format, tally);
    const status = this.isWhole ? 'complete' : tally.records > 0 ? 'incomplete' : 'failed';
    return tally.report(status, format, changes);
  }

  private async readPieces(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces = scanJson(chunks, this.format.wanted, this.limits.maxRecordBytes);
    try {
      const find = (digests: readonly string[]) => this.target.known(digests);
      for await (const group of lookedUpPieces(pieces, (piece) => this.digestOf(piece), find)) {
        const known = await group.known;
        for (const [place, piece] of group.pieces.entries()) {
          this.add(piece, group.digests[place] ?? null, known);
          if (this.bytes >= BATCH_BYTES) await this.endBatch();
          else if (this.bytes - this.bytesBefore >= TURN_BYTES) await this.endTurn();
        }
      }
      this.structure.end();
      this.isWhole = true;
    } catch (error) {
      if (!(error instanceof PayloadError) || error.kind === 'refused') throw error;
      const { assumption } = this.format;
      this.tally.fault(null, null, assumption === undefined ? error.reason : `${error.reason}; ${assumption}`);
    }
  }

  private async endTurn(): Promise<void> {
    this.bytesBefore = this.bytes;
    await setImmediate();
  }

  private digestOf(piece: JsonPiece): string | null {
    if (piece.piece === 'key' || piece.index === null || !piece.raw.bytes) return null;
    if (!this.format.converters[piece.path]) return null;
    const hash = this.contexts.get(piece.path)?.copy().update(piece.raw.bytes);
    return hash?.digest('hex').slice(0, DIGEST_DIGITS) ?? null;
  }

  private add(piece: JsonPiece, digest: string | null, knownRecords: KnownRecords): void {
    if (piece.piece === 'key') {
      this.structure.key(piece.path, piece.shape);
      return;
    }
    const { path, index, raw } = piece;
    if (index === null) {
      this.structure.meta(raw);
      return;
    }
    const record = { list: path, index, raw, digest };
    const known = digest === null ? undefined : knownRecords.get(digest);
    if (known) {
      this.batch.skip(known);
      this.tally.known(known);
    } else {
      const kind = this.convert(record, this.batch, this.tally);
      if (kind !== null) return this.refuse(record, kind);
    }
    this.records.push(record);
    this.bytes += (raw.bytes?.length ?? 0) * (known ? KNOWN_SHARE : 1);
  }

  /** @returns the refused kind of a record that is left out */
  private convert(record: FoundRecord, batch: GraphBatch, tally: PayloadTally): string | null {
    return convertRecord(record, this.format, this.limits, batch, tally, this.refused);
  }

  private refuse(record: FoundRecord, kind: string): void {
    this.tally.fault(record, null, `kind ${JSON.stringify(kind)}: it is more than ${this.refused.get(kind)}`);
  }

  /** Queues the batch. @throws the error of an earlier one */
  private async endBatch(): Promise<void> {
    const { batch } = this;
    // Only known records, and records of a format with any kinds, may have to be converted again.
    const records = batch.skipped.length > 0 || this.format.name === 'opengraph' ? this.records : [];
    this.batch = new GraphBatch();
    this.records = [];
    [this.bytes, this.bytesBefore] = [0, 0];
    const write = () => this.guarded(() => this.write(batch, records));
    // Until it begins: two batches are in memory, one that is written and one that is converted.
    await new Promise<void>((begin) => {
      void this.inTurn(() => {
        begin();
        return write();
      });
    });
    if (this.failure !== null) throw this.failure;
  }

  private async write(batch: GraphBatch, records: readonly FoundRecord[]): Promise<void> {
    if (batch.isEmpty) return;
    try {
      this.written.push(await this.target.write(batch));
    } catch (error) {
      const isRepeatable = error instanceof SkippedRecordChanged || error instanceof KindsRefused;
      if (!isRepeatable || records.length === 0) throw error;
      if (error instanceof KindsRefused) for (const name of error.names) this.refused.set(name, error.limit);
      await this.writeAgain(records);
    }
  }

  /** Converts all records of a batch, and leaves out those with refused kinds. */
  private async writeAgain(records: readonly FoundRecord[]): Promise<void> {
    const converted = new GraphBatch();
    const ignored = new PayloadTally('');
    const kept = records.filter((record) => {
      const kind = this.convert(record, converted, ignored);
      if (kind !== null) this.refuse(record, kind);
      return kind === null;
    });
    await this.write(converted, kept);
  }

  /** Runs a write unless an earlier one failed. */
  private async guarded(write: () => Promise<void>): Promise<void> {
    if (this.failure !== null) return;
    try {
      await write();
    } catch (error) {
      this.failure = error;
    }
  }
}

function noteUnresolved({ unresolved, unresolvedCount }: LoadResult, format: PayloadFormat, tally: PayloadTally): void {
  for (const { record, reason } of unresolved) tally.fault({ list: format.edgeList, index: record }, null, reason);
  tally.furtherFaults(unresolvedCount - unresolved.length);
}

/** @throws errors that are no fault of the payload, such as errors of the database */
function refusalOf(error: unknown): string {
  if (error instanceof PayloadError || error instanceof AppError) return error.message;
  throw error;
}
