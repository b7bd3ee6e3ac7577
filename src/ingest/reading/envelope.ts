import { isObject, type JsonValue } from '../records/json-value.js';
import { typeByName } from './cut-file.js';
import { readLastMeta } from './last-meta.js';
import { type JsonPiece, type JsonShape, scanJson } from './json-scan.js';
import { reasonOf } from './open-payloads.js';
import { parseValue } from './parse-value.js';
import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import { Fields } from '../records/fields.js';
import { isKindName, KIND_NAME } from '../records/identifier.js';
import type { ReadLimits } from './read-limits.js';

/** `meta.type` of the files of AzureHound. */
export const AZURE = 'azure';

/** The description of a payload that surrounds its records. */
export type Envelope = ClassicEnvelope | { readonly layout: 'opengraph'; readonly sourceKind: string | null };

interface ClassicEnvelope {
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
  if (last !== undefined) {
    return envelopeOf({ shapes: new Map([['meta', 'object']]), values: new Map([['meta', last]]) });
  }
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
    const assumed = typeByName(source.name);
    if (assumed === null) throw PayloadError.refused(`${reasonOf(error)}; ${CUT}`);
    return { layout: 'classic', version: null, methods: null, ...assumed };
  }
  return envelopeOf(seen);
}

const CUT =
  '"meta", which comes last, is missing, so the type of its records is unknown; collect or upload the file again';

function note(piece: JsonPiece, limits: ReadLimits, seen: Seen): void {
  if (piece.piece === 'value') {
    const parsed = parseValue(piece.raw, limits);
    if (parsed.fault !== undefined) throw PayloadError.refused(`${piece.path} ${parsed.fault}`);
    seen.values.set(piece.path, parsed.value);
  } else if (telling.has(piece.path)) {
    seen.shapes.set(piece.path, piece.shape);
    refuseMixture(seen);
  }
}

function refuseMixture({ shapes }: Seen): void {
  const classic = ['meta', 'data'].find((key) => shapes.has(key));
  if (classic && shapes.has('graph')) {
    throw PayloadError.refused(mixture(classic));
  }
}

export function mixture(classic: string): string {
  return `has both "${classic}" and "graph"; a file is either a collector's or an OpenGraph payload`;
}

function isEnough({ shapes, values }: Seen): boolean {
  return shapes.get('meta') === 'object' ? values.has('meta') : values.has('metadata') && shapes.has('graph');
}

function envelopeOf(seen: Seen): Envelope {
  if (seen.shapes.has('graph')) {
    return { layout: 'opengraph', sourceKind: sourceKindOf(seen) };
  }
  const classic = classicEnvelope(seen.values.get('meta'));
  if (!classic) {
    throw PayloadError.refused(
      seen.shapes.has('data') || seen.shapes.has('meta')
        ? NO_META
        : 'has neither "data" and "meta" nor "graph"; it is no collector file',
    );
  }
  return classic;
}

export const NO_META = 'has no valid "meta": expected an object whose "type" names what the records are';

/** @returns the contents of `meta`; null if it does not name a type */
export function classicEnvelope(value: JsonValue | undefined): ClassicEnvelope | null {
  const meta = fieldsOf(value);
  const type = meta?.text('type')?.toLowerCase();
  if (!meta || type === undefined) {
    return null;
  }
  return { layout: 'classic', type, version: meta.integer('version'), methods: meta.integer('methods') };
}

/** Invalid values of an envelope count as missing. */
function fieldsOf(value: JsonValue | undefined): Fields | null {
  return value !== undefined && isObject(value) ? new Fields(value, () => {}) : null;
}

function sourceKindOf(seen: Seen): string | null {
  if (seen.shapes.get('graph') !== 'object') {
    throw PayloadError.refused('graph: expected an object with "nodes" and "edges"');
  }
  const metadata = fieldsOf(seen.values.get('metadata') ?? {});
  if (!metadata) {
    throw PayloadError.refused('metadata: expected an object');
  }
  const given = metadata.value('source_kind');
  const sourceKind = metadata.text('source_kind');
  if (given !== null && given !== '' && (sourceKind === null || !isKindName(sourceKind))) {
    throw PayloadError.refused(`metadata.source_kind: expected ${KIND_NAME}, or null`);
  }
  return sourceKind;
}
