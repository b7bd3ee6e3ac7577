import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import type { Settings } from '../../base/config/settings.js';
import { InvalidInputError } from '../../base/errors.js';
import type { SqlRunner } from '../../database/database.js';
import type { CypherArguments, CypherNeeds } from '../cypher/cypher-question.js';
import { CypherError, type CypherFault, placeIn } from '../cypher/cypher-error.js';
import { defaultLimits, limitsWithin, type QueryLimits } from '../cypher/execution/budget.js';
import type { TagMembers } from '../cypher/data/memory-query-graph.js';
import type { Supplies } from '../cypher/execution/properties.js';
import { parseQuery } from '../cypher/syntax/query-parser.js';
import { readPartsOf } from '../cypher/syntax/read-properties.js';
import { readEdgeFacts } from './edge-facts.js';
import type { KnownKind } from '../store/kind-names.js';
import { threadCount } from '../threads/thread-counts.js';
import { readPropertyTexts } from './node-properties.js';

/** A query as threads take it. */
export interface PreparedQuery {
  readonly args: CypherArguments;
  /** Keys of the properties that it reads; null: any. */
  readonly keys: readonly string[] | null;
  /** Whether it needs the days of nodes or edges. */
  readonly readsDays: boolean;
}

export interface QuerySurroundings {
  readonly kinds: readonly KnownKind[];
  /** Reads the members of all tags; called only if the query may need them. */
  readonly tagsOf: () => Promise<readonly TagMembers[]>;
}

/** The limits of each query of this process. */
export function queryLimits({ queryMemory }: Settings): QueryLimits {
  return limitsWithin(Math.floor((queryMemory * 1024 ** 2) / threadCount));
}

/** @throws CypherError */
export async function preparedQuery(
  text: string,
  { kinds, tagsOf }: QuerySurroundings,
  {
    parameters = {},
    explain = false,
    form = 'none',
    limits = defaultLimits,
  }: Partial<Pick<CypherArguments, 'parameters' | 'explain' | 'form' | 'limits'>> = {},
): Promise<PreparedQuery> {
  const query = parseQuery(text);
  const { keys, readsTags, readsDays } = readPartsOf(query);
  const tags = readsTags ? await tagsOf() : [];
  return { args: { query, parameters, kinds, tags, form, explain, now: Date.now(), limits }, keys, readsDays };
}

/** Reads the data that a query needs. @param keys of properties of nodes; null: all */
export async function readSupplies(
  database: SqlRunner,
  { nodes, edges }: CypherNeeds,
  keys: readonly string[] | null,
  kindsVersion: number,
): Promise<Supplies> {
  const [properties, facts] = await Promise.all([
    readPropertyTexts(database, nodes, keys),
    edges.length === 0 ? [] : readEdgeFacts(database, edges, kindsVersion),
  ]);
  return {
    nodes: properties,
    edges: facts.map(({ lastSeen, properties: ofEdge }) => ({ ...ofEdge, lastseen: lastSeen })),
  };
}

const codes: Readonly<Record<CypherFault, ErrorCode>> = {
  syntax: 'cypher.invalid_syntax',
  semantic: 'cypher.invalid_query',
  type: 'cypher.wrong_type',
  argument: 'cypher.invalid_argument',
  parameter: 'cypher.missing_parameter',
  unsupported: 'cypher.unsupported',
  limit: 'cypher.limit_exceeded',
};

type Fault = Pick<CypherError, 'fault' | 'message' | 'at'>;

/** The reason with its place in the text of the query, if it has one. */
export function faultText({ message, at }: Fault, text: string): string {
  const { line, column } = placeIn(text, at);
  return at < 0 ? message : `line ${line}, column ${column}: ${message}`;
}

/** @param place of the text in the request */
export function refusal(fault: Fault, text: string, place: string): InvalidInputError {
  return InvalidInputError.at(codes[fault.fault], place, faultText(fault, text));
}

/** Turns the error of a query into a refusal. */
export function refused(error: unknown, text: string, place: string): unknown {
  return error instanceof CypherError ? refusal(error, text, place) : error;
}
