import { storableText } from '../../database/sql/storable.js';
import { isObject, type JsonValue, parsedJson } from '../records/json-value.js';
import { type JsonPiece, type JsonShape, scanJson } from './json-scan.js';
import { reasonOf } from './open-payloads.js';
import { parseValue } from './parse-value.js';
import { PayloadError } from './payload-error.js';
import { type PayloadSource, readAll, readHead } from './payload-source.js';
import { type FaultSink, Fields } from '../records/fields.js';
import { isKindName, KIND_NAME } from '../records/identifier.js';
import type { ReadLimits } from './read-limits.js';
import { replaceTexts } from './text-places.js';

/** `meta.type` of the files of AzureHound. */
export const AZURE = 'azure';

/** The description of a payload that surrounds its records. */
export type Envelope = ClassicEnvelope | { readonly layout: 'opengraph'; readonly sourceKind: string | null };

export interface ClassicEnvelope {
  readonly layout: 'classic';
  readonly type: string;
  readonly version: number | null;
  /** Bits of the collection methods; null if missing. */
  readonly methods: number | null;
  /** If the file is cut before its `meta`: the type that its records are read as, and why. */
  readonly assumption?: string;
}

/** Only these keys are stored, because a file may have any number of others. */
const telling = new Set(['meta', 'data', 'graph', 'metadata']);

interface Seen {
  readonly shapes: Map<string, JsonShape>;
  readonly values: Map<string, JsonValue>;
}

/**
 * Reads a payload until the type of its records is known. The records are then read from a new stream. Collectors write `meta` after
 * `data`, so it is read from the end if the source is seekable. Otherwise the whole source is read.
 * @throws PayloadError if it is no collector payload
 */
export async function readEnvelope(source: PayloadSource, limits: ReadLimits): Promise<Envelope> {
  const last = await readLastMeta(source);
  if (last !== undefined) return namedMeta(last);
  const seen: Seen = { shapes: new Map(), values: new Map() };
  try {
    const wanted = { lists: [], values: ['meta', 'metadata'] };
    for await (const pieces of scanJson(source.open(), wanted, limits.maxRecordBytes)) {
      for (const piece of pieces) {
        note(piece, limits, seen);
        if (isEnough(seen)) return envelopeOf(seen);
      }
    }
  } catch (error) {
    const isRefused = error instanceof PayloadError && error.kind === 'refused';
    if (isRefused || !seen.shapes.has('data') || seen.values.has('meta')) throw error;
    return envelopeOfCutFile(source.name, reasonOf(error));
  }
  return envelopeOf(seen);
}

/** Much more than collectors write before and after their records. */
const HEAD_BYTES = 256;
const TAIL_BYTES = 4096;

const beginsWithData = /^(\xEF\xBB\xBF)?\s*\{\s*"data"\s*:/i;
const endsWithMeta = /"meta"\s*:\s*(\{[^{}]*\})\s*\}\s*$/i;

/**
 * Reads the `meta` at the end of a source that begins with `data`; undefined if there is none. It may belong to an inner object, so
 * the reader of the records has to check it.
 */
async function readLastMeta(source: PayloadSource): Promise<JsonValue | undefined> {
  if (!source.isSeekable || !beginsWithData.test((await readHead(source, HEAD_BYTES)).toString('latin1')))
    return undefined;
  const tail = await readAll(source.open({ start: Math.max(0, source.size - TAIL_BYTES), end: source.size }));
  const meta = parsedJson(endsWithMeta.exec(tail.toString())?.[1] ?? '');
  return meta && replaceTexts(meta, storableText);
}

/** File names of SharpHound, `20260101120000_users.json`, and `azurehound.json`, also in a ZIP and with gzip. */
const typicalName =
  /(?:^|[^a-z])(?:(azure)hound|(aiacas|certtemplates|computers|containers|domains|enterprisecas|gpos|groups|issuancepolicies|ntauthstores|ous|rootcas|sessions|sites|siteservers|sitesubnets|users))\.json(?:\.gz)?(?:#\d+)?$/i;

/** @throws PayloadError if the name of the file shows no type */
function envelopeOfCutFile(name: string, reason: string): ClassicEnvelope {
  const [, azure, sharpHound] = typicalName.exec(name) ?? [];
  const type = (azure ?? sharpHound)?.toLowerCase();
  const missing = '"meta", which comes last, is missing';
  if (type === undefined)
    throw PayloadError.refused(
      `${reason}; ${missing}, so the type of its records is unknown; collect or upload the file again`,
    );
  const assumption = `${missing}; its records are read as ${type}, because the file is named so`;
  return { layout: 'classic', type, version: null, methods: null, assumption };
}

function note(piece: JsonPiece, limits: ReadLimits, { shapes, values }: Seen): void {
  if (piece.piece === 'value') {
    const parsed = parseValue(piece.raw, limits);
    if (parsed.fault !== undefined) throw PayloadError.refused(`${piece.path} ${parsed.fault}`);
    values.set(piece.path, parsed.value);
  } else if (telling.has(piece.path)) {
    shapes.set(piece.path, piece.shape);
    const classic = ['meta', 'data'].find((key) => shapes.has(key));
    if (classic && shapes.has('graph')) throw PayloadError.refused(mixture(classic));
  }
}

export function mixture(classic: string): string {
  return `has both "${classic}" and "graph"; a file is either a collector's or an OpenGraph payload`;
}

function isEnough({ shapes, values }: Seen): boolean {
  return shapes.get('meta') === 'object' ? values.has('meta') : values.has('metadata') && shapes.has('graph');
}

function envelopeOf(seen: Seen): Envelope {
  const { shapes, values } = seen;
  if (shapes.has('graph')) return { layout: 'opengraph', sourceKind: sourceKindOf(seen) };
  if (!shapes.has('data') && !shapes.has('meta'))
    throw PayloadError.refused('has neither "data" and "meta" nor "graph"; it is no collector file');
  return namedMeta(values.get('meta'));
}

export const NO_META = 'has no valid "meta": expected an object whose "type" names what the records are';

function namedMeta(value: JsonValue | undefined): ClassicEnvelope {
  const meta = readMeta(value);
  if (!meta?.type) throw PayloadError.refused(NO_META);
  return meta;
}

/** The contents of `meta`; null if it is no object. Wrong values are faults and count as missing; the type is empty then. */
export function readMeta(value: JsonValue | undefined, report: FaultSink = () => {}): ClassicEnvelope | null {
  if (value === undefined || !isObject(value)) return null;
  const meta = new Fields(value, report);
  const [version, methods] = [meta.integer('version'), meta.integer('methods')];
  // Only for its fault.
  meta.integer('count');
  return { layout: 'classic', type: meta.text('type')?.toLowerCase() ?? '', version, methods };
}

function sourceKindOf({ shapes, values }: Seen): string | null {
  if (shapes.get('graph') !== 'object')
    throw PayloadError.refused('graph: expected an object with "nodes" and "edges"');
  const metadata = values.get('metadata') ?? {};
  if (!isObject(metadata)) throw PayloadError.refused('metadata: expected an object');
  const given = new Fields(metadata, () => {}).value('source_kind');
  if (given === null || given === '') return null;
  if (typeof given === 'string' && isKindName(given)) return given;
  throw PayloadError.refused(`metadata.source_kind: expected ${KIND_NAME}, or null`);
}
