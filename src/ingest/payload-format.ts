import type { GraphPart } from './records/graph-parts.js';
import type { Fields } from './records/fields.js';
import { azureHoundKinds } from './formats/azurehound/azurehound-kinds.js';
import { convertEdge, convertNode } from './formats/opengraph/open-graph.js';
import { AZURE, type Envelope } from './reading/envelope.js';
import type { Wanted } from './reading/json-scan.js';
import { PayloadError } from './reading/payload-error.js';
import { sharpHoundTypes } from './formats/sharphound/sharphound-types.js';

export const formatNames = ['sharphound', 'azurehound', 'opengraph'] as const;
export type FormatName = (typeof formatNames)[number];

/** Converts one record to parts of the graph; returns the kind of the record if it is not supported. */
export type RecordConverter = (record: Fields) => Iterable<GraphPart> | { readonly ignored: string };

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
  /** Whether it may be written in parts: each record states lists of its own object only, and no other record states its edges. */
  readonly mayBeParted: boolean;
  /** The assumed type of the records and the reason, if the payload ends before its `meta`. */
  readonly assumption?: string;
  /** The list with records that state edges. */
  readonly edgeList: string;
  /** Keys that must not occur at the top level. */
  readonly forbidden: readonly string[];
  /** By the path of the list; null: its records are counted, not converted. */
  readonly converters: Readonly<Record<string, RecordConverter | null>>;
}

/** Records of computers before this version have another layout. */
const FIRST_COMPUTER_VERSION = 5;
/** The most frequent types. Edges between organizational units would be in lists of both. */
const PARTED_TYPES = new Set(['users', 'computers', 'groups']);
/** Maximum length of an unknown kind in reports. */
const MAX_NAME_SHOWN = 100;

/** Accepted values of `meta.type`. */
const acceptedTypes: readonly string[] = [...sharpHoundTypes.keys(), AZURE].toSorted();

/** @throws PayloadError if the type is unknown or the version is not supported */
export function formatOf(envelope: Envelope): PayloadFormat {
  if (envelope.layout === 'opengraph') {
    return openGraph(envelope.sourceKind);
  }
  const { type, version, methods, assumption } = envelope;
  if (!acceptedTypes.includes(type)) {
    throw PayloadError.refused(
      `has the unknown meta.type "${type.slice(0, MAX_NAME_SHOWN)}"; accepted are ${acceptedTypes.join(', ')}`,
    );
  }
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
    mayBeParted: PARTED_TYPES.has(type),
    ...(assumption !== undefined && { assumption }),
    edgeList: 'data',
    forbidden: ['graph'],
    converters: { data: isAzure ? convertAzure : sharpHound(type, methods ?? 0) },
  };
}

function sharpHound(type: string, methods: number): RecordConverter | null {
  const convert = sharpHoundTypes.get(type);
  return convert ? (record) => convert(record, methods) : null;
}

function convertAzure(record: Fields): ReturnType<RecordConverter> {
  const kind = record.text('kind');
  const data = record.object('data');
  if (kind === null || data === null) {
    record.fault(kind === null ? 'kind' : 'data', 'is missing or empty; the record is left out');
    return [];
  }
  return azureHoundKinds.get(kind)?.(data) ?? { ignored: kind.slice(0, MAX_NAME_SHOWN) };
}

function openGraph(sourceKind: string | null): PayloadFormat {
  return {
    name: 'opengraph',
    type: 'graph',
    order: 3,
    wanted: { lists: ['graph.nodes', 'graph.edges'], values: [] },
    mayBeParted: false,
    edgeList: 'graph.edges',
    forbidden: ['meta', 'data'],
    converters: {
      'graph.nodes': (record) => convertNode(record, sourceKind),
      'graph.edges': (record) => convertEdge(record, sourceKind),
    },
  };
}
