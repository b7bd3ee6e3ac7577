import { errorMessage } from '../base/error-message.js';
import type { GraphSink } from '../graph/records.js';
import { oddMeta } from './odd-meta.js';
import type { PayloadFormat } from './payload-format.js';
import type { PayloadTally } from './payload-tally.js';
import { classicEnvelope, mixture, NO_META } from './reading/envelope.js';
import { isObject, type JsonObject, type JsonValue } from './records/json-value.js';
import { type JsonPiece, scanJson } from './reading/json-scan.js';
import { parseValue } from './reading/parse-value.js';
import { PayloadError } from './reading/payload-error.js';
import type { ReadLimits } from './reading/read-limits.js';
import { Fields } from './records/fields.js';
import { type GraphPart, isEdge, isNode } from './records/graph-parts.js';

/** Faults of one record that are remembered to avoid duplicates; a record may have half a million. */
const MAX_REMEMBERED = 1000;

/**
 * Converts the records of one payload one by one and passes the results to the sink, at the pace of the sink. Faults of
 * records go to the tally.
 */
export class PayloadConverter {
  private readonly seen = new Set<string>();
  private readonly repeated = new Set<string>();
  /** Fields of the next record with faults that the reader has reported. */
  private noted: string[] = [];

  constructor(
    private readonly format: PayloadFormat,
    private readonly sink: GraphSink,
    private readonly tally: PayloadTally,
  ) {}

  /**
   * Converts all records. An incomplete text is a fault; the records before it are used.
   * @returns whether the payload was read to its end
   * @throws PayloadError if nothing of the payload may be used, and the errors of the sink
   */
  async convert(chunks: AsyncIterable<Uint8Array>, limits: ReadLimits): Promise<boolean> {
    const pieces = scanJson(chunks, this.format.wanted, limits.maxRecordBytes);
    try {
      for (let next = await readNext(pieces); !next.done; next = await readNext(pieces)) {
        await this.piece(next.value, limits);
      }
    } catch (error) {
      if (error instanceof PayloadError && error.kind === 'broken') {
        const { assumption } = this.format;
        this.tally.fault(null, null, assumption === undefined ? error.reason : `${error.reason}; ${assumption}`);
        return false;
      }
      throw error;
    } finally {
      await pieces.return(undefined);
    }
    this.requireRecords();
    return true;
  }

  private async piece(piece: JsonPiece, limits: ReadLimits): Promise<void> {
    if (piece.piece === 'key') {
      this.key(piece.path, piece.shape === 'array');
      return;
    }
    const { path, index } = piece;
    const parsed = parseValue(piece.raw, limits);
    if (index === null) {
      if (parsed.fault !== undefined) throw PayloadError.refused(`${path} ${parsed.fault}`);
      for (const { field, reason } of [...parsed.notes, ...oddMeta(parsed.value)])
        this.tally.fault(null, field, reason);
      this.meta(parsed.value);
      return;
    }
    this.tally.records++;
    if (parsed.fault !== undefined) {
      this.tally.fault({ list: path, index }, null, parsed.fault);
      return;
    }
    this.noted = parsed.notes.flatMap(({ field }) => field ?? []);
    for (const { field, reason } of parsed.notes) this.tally.fault({ list: path, index }, field, reason);
    await this.record(path, index, parsed.value);
  }

  /** Checks the envelope again: it was read before, perhaps from the end of the file, and may belong to another object. */
  private meta(value: JsonValue): void {
    const meta = classicEnvelope(value);
    if (meta?.type !== this.format.type) {
      throw PayloadError.refused(meta ? 'has several "meta" of different types' : NO_META);
    }
  }

  private key(path: string, isList: boolean): void {
    if (isList && this.format.wanted.lists.includes(path) && this.seen.has(path) && !this.repeated.has(path)) {
      this.repeated.add(path);
      this.tally.fault(null, path, 'stands there more than once; the records of all are read, and numbered on');
    }
    if (path === 'meta' || Object.hasOwn(this.format.converters, path)) {
      this.seen.add(path);
    }
    if (this.format.forbidden.includes(path)) {
      throw PayloadError.refused(mixture(path === 'graph' ? 'data' : path));
    }
    if (Object.hasOwn(this.format.converters, path) && !isList) {
      throw PayloadError.refused(`${path}: expected a list`);
    }
  }

  private async record(list: string, index: number, value: JsonValue): Promise<void> {
    const convert = this.format.converters[list];
    if (!convert) {
      if (this.format.type === 'deleted') {
        this.tally.deleted(value);
      }
      return;
    }
    if (!isObject(value)) {
      this.tally.fault({ list, index }, null, 'expected an object');
      return;
    }
    const result = convert(this.fieldsOf(value, list, index));
    if ('ignored' in result) {
      this.tally.ignored(result.ignored);
      return;
    }
    for (const part of result) {
      this.tally.part(part);
      const wait = this.give(part, index);
      if (wait) {
        await wait;
      }
    }
    await this.sink.endOfRecord();
  }

  /** Reports only the first fault of a field, because it causes the later ones. */
  private fieldsOf(value: JsonObject, list: string, index: number): Fields {
    const told = new Set<string>(this.noted);
    return new Fields(value, (field, reason) => {
      if (!told.has(field)) {
        if (told.size < MAX_REMEMBERED) {
          told.add(field);
        }
        this.tally.fault({ list, index }, field, reason);
      }
    });
  }

  private give(part: GraphPart, record: number): void | Promise<void> {
    if (isNode(part)) {
      return this.sink.node(part);
    }
    if (!isEdge(part)) {
      return this.sink.wholeList(part);
    }
    const { source, kind, target, properties } = part;
    return this.sink.edge({ source, kind, target, properties, record });
  }

  private requireRecords(): void {
    if (this.format.wanted.values.includes('meta') && !this.seen.has('meta')) {
      throw PayloadError.refused(NO_META);
    }
    const lists = Object.keys(this.format.converters);
    if (!lists.some((list) => this.seen.has(list))) {
      throw PayloadError.refused(`has nothing in ${lists.join(' and ')}`);
    }
  }
}

/** Errors of the source, such as a damaged ZIP or a failing disk, end the payload like a fault in its text. */
async function readNext(pieces: AsyncGenerator<JsonPiece>): Promise<IteratorResult<JsonPiece>> {
  try {
    return await pieces.next();
  } catch (error) {
    if (error instanceof PayloadError) {
      throw error;
    }
    throw new PayloadError('broken', `could not be read to its end: ${errorMessage(error)}`, { cause: error });
  }
}
