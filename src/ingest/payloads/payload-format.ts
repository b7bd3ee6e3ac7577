import type { Statements } from '../../graph/statements.js';
import type { Fields } from '../records/fields.js';
import { azureHoundKinds } from '../formats/azurehound/azurehound-kinds.js';
import { convertEdge, convertNode } from '../formats/opengraph/open-graph.js';
import { AZURE, type ClassicEnvelope, type Envelope } from '../reading/envelope.js';
import type { Wanted } from '../reading/json-scan.js';
import { PayloadError } from '../reading/payload-error.js';
import { sharpHoundTypes } from '../formats/sharphound/sharphound-types.js';

export const formatNames = ['sharphound', 'azurehound', 'opengraph'] as const;
export type FormatName = (typeof formatNames)[number];

/** States what one record contains. @returns the kind of the record if it is not supported */
type RecordConverter = (record: Fields, into: Statements) => string | void;

/** How the records of a payload are found and converted. */
export interface PayloadFormat {
  readonly name: FormatName;
  /** `users`, `azure` ...; `graph` for OpenGraph. */
  readonly type: string;
  /**
   * Payloads of one ingest are read in ascending order: payloads that look up nodes by a property follow those that describe
   * nodes. References to nodes of a later ingest are resolved by the analysis.
   */
  readonly order: number;
  readonly wanted: Wanted;
  /** The assumed type of the records and the reason, if the payload ends before its `meta`. */
  readonly assumption?: string;
  /** The list with records that state edges. */
  readonly edgeList: string;
  /** Keys that must not occur at the top level. */
  readonly forbidden: readonly string[];
  /** By the path of the list; null: its records are counted, not converted. */
  readonly converters: Readonly<Record<string, RecordConverter | null>>;
  /** The type of a record. The graph stores one record of each type for an object. */
  readonly typeOf: (list: string, record: Fields) => string;
  /** Values of the payload that change the meaning of its records. */
  readonly context: readonly (string | number | null)[];
}

/** Records of computers before this version have another layout. */
const FIRST_COMPUTER_VERSION = 5;
/**
 * The supported versions. SharpHound 1.x writes 5 and 2.x writes 6. AzureHound writes 5 to files, and 0 if it sends its
 * records itself.
 */
const versions = { sharphound: { from: 5, to: 6 }, azurehound: { from: 0, to: 5 } } as const;
/** Maximum length of an unknown kind in reports. */
const MAX_NAME_SHOWN = 100;

/** Known values of `meta.type`. */
const knownTypes: readonly string[] = [...sharpHoundTypes.keys(), AZURE].toSorted();

/** @throws PayloadError if the version is not supported */
export function formatOf(envelope: Envelope): PayloadFormat {
  if (envelope.layout === 'opengraph') {
    return openGraph(envelope.sourceKind);
  }
  const { type, version, methods, assumption } = envelope;
  if (type === 'computers' && version !== null && version < FIRST_COMPUTER_VERSION) {
    throw PayloadError.refused(
      `has meta.version ${version}; computers are read from version ${FIRST_COMPUTER_VERSION} on`,
    );
  }
  const isAzure = type === AZURE;
  return {
    name: isAzure ? 'azurehound' : 'sharphound',
    type,
    order: type === 'groups' ? 2 : 1,
    wanted: { lists: ['data'], values: ['meta'] },
    ...(assumption !== undefined && { assumption }),
    edgeList: 'data',
    forbidden: ['graph'],
    converters: { data: isAzure ? convertAzure : sharpHound(type, methods ?? 0) },
    typeOf: (_list, record) => (isAzure ? (record.text('kind') ?? type) : type),
    context: [type, methods],
  };
}

/** Later releases of the collector write types that are not known: their records are counted. */
function sharpHound(type: string, methods: number): RecordConverter | null {
  const convert = sharpHoundTypes.get(type);
  if (convert === undefined) return () => type.slice(0, MAX_NAME_SHOWN);
  return convert && ((record, into) => convert(record, into, methods));
}

function convertAzure(record: Fields, into: Statements): string | void {
  const kind = record.text('kind');
  const data = record.object('data');
  if (kind === null || data === null) {
    record.fault(kind === null ? 'kind' : 'data', 'is missing or empty; the record is left out');
    return;
  }
  const convert = azureHoundKinds.get(kind);
  if (!convert) return kind.slice(0, MAX_NAME_SHOWN);
  convert(data, into);
}

function openGraph(sourceKind: string | null): PayloadFormat {
  return {
    name: 'opengraph',
    type: 'graph',
    order: 3,
    wanted: { lists: ['graph.nodes', 'graph.edges'], values: [] },
    edgeList: 'graph.edges',
    forbidden: ['meta', 'data'],
    converters: {
      'graph.nodes': (record, into) => convertNode(record, into, sourceKind),
      'graph.edges': (record, into) => convertEdge(record, into, sourceKind),
    },
    typeOf: (list) => (sourceKind === null ? list : `${list} ${sourceKind}`),
    context: ['graph', sourceKind],
  };
}

/** A fault of `meta` that does not prevent reading the records: its field and the reason; null if there is none. */
export function metaFault({ type, version }: ClassicEnvelope): readonly [field: string, reason: string] | null {
  if (!knownTypes.includes(type)) {
    const shown = JSON.stringify(type.slice(0, MAX_NAME_SHOWN));
    return ['type', `is ${shown}, which is not known; the records were left out. Known are ${knownTypes.join(', ')}`];
  }
  const { from, to } = type === AZURE ? versions.azurehound : versions.sharphound;
  if (version === null || (version >= from && version <= to)) return null;
  const nearest = version < from ? from : to;
  return ['version', `is ${version}, which is not known; the records were read as of version ${nearest}`];
}
