import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../base/error-codes.js';
import { InvalidInputError } from '../base/errors.js';
import { Database } from '../database/database.js';
import type { CypherAnswer, CypherNeeds } from './cypher/cypher-question.js';
import { CypherError, type CypherFault, placeIn } from './cypher/cypher-error.js';
import { defaultLimits } from './cypher/execution/budget.js';
import type { TagMembers } from './cypher/execution/memory-query-graph.js';
import type { Supplies } from './cypher/execution/properties.js';
import { parseQuery } from './cypher/syntax/query-parser.js';
import { readPartsOf } from './cypher/syntax/read-properties.js';
import { readEdgeFacts } from './edge-facts.js';
import { readProperties } from './node-properties.js';
import { KindNames } from './kinds/kind-names.js';
import { PathReader, type SubgraphShape } from './path-reader.js';

export interface CypherRequest {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly explain: boolean;
}

export interface CypherResult<Node, Edge> {
  readonly version: number;
  readonly answer: Pick<CypherAnswer, 'columns' | 'rows' | 'plan'>;
  readonly nodes: ReadonlyMap<number, Node>;
  /** In the order in which cells name them, if the shape keeps it. */
  readonly edges: readonly Edge[];
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

/** Runs queries in Cypher. */
@Injectable()
export class CypherReader {
  constructor(
    private readonly paths: PathReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /**
   * @param tagsOf reads the members of all tags; called only if the query may need them
   * @throws InvalidInputError for a query that is wrong, that is not supported, or that exceeds a limit
   */
  async ask<Node, Edge>(
    { query: text, parameters, explain }: CypherRequest,
    tagsOf: () => Promise<readonly TagMembers[]>,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<CypherResult<Node, Edge>> {
    const query = parsed(text);
    const { keys, readsTags } = readPartsOf(query);
    const [{ kinds, version: kindsVersion }, tags] = await Promise.all([
      this.kindNames.list(),
      readsTags ? tagsOf() : [],
    ]);
    const args = { query, parameters, kinds, tags, explain, now: Date.now(), limits: defaultLimits };
    const supply = (needs: CypherNeeds, version: number) => this.supply(needs, keys, version);
    const asked = await this.paths.ask({ name: 'cypher', about: [], args: () => args, kindsVersion, supply }, shape);
    if ('unknown' in asked) throw new Error('a query is about no node');
    const { answer, nodes, edges, version } = asked;
    if (answer.fault) throw refusal(answer.fault, text);
    return { version, answer, nodes, edges };
  }

  private async supply(
    { nodes, edges }: CypherNeeds,
    keys: readonly string[] | null,
    kindsVersion: number,
  ): Promise<Supplies> {
    const [properties, facts] = await Promise.all([
      readProperties(this.database, nodes, keys),
      edges.length === 0 ? [] : readEdgeFacts(this.database, edges, kindsVersion),
    ]);
    return {
      nodes: properties,
      edges: facts.map(({ lastSeen, properties: ofEdge }) => ({ ...ofEdge, lastseen: lastSeen })),
    };
  }
}

function parsed(text: string) {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof CypherError) throw refusal(error, text);
    throw error;
  }
}

function refusal(
  { fault, message, at }: Pick<CypherError, 'fault' | 'message' | 'at'>,
  text: string,
): InvalidInputError {
  const { line, column } = placeIn(text, at);
  const place = at < 0 ? '' : `line ${line}, column ${column}: `;
  return InvalidInputError.at(codes[fault], 'body.query', `${place}${message}`);
}
