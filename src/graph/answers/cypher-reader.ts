import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { CypherAnswer } from '../cypher/cypher-question.js';
import type { TagMembers } from '../cypher/data/memory-query-graph.js';
import { preparedQuery, readSupplies, refusal, refused } from './cypher-query.js';
import { KindNames } from '../store/kind-names.js';
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

const place = 'body.query';

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
    const { kinds, version: kindsVersion } = await this.kindNames.list();
    const { args, keys, readsDays } = await preparedQuery(text, { kinds, tagsOf }, { parameters, explain }).catch(
      (error: unknown) => {
        throw refused(error, text, place);
      },
    );
    const { answer, nodes, edges, version } = await this.paths.ask(
      {
        name: 'cypher',
        about: [],
        args: () => args,
        kindsVersion,
        readsDays: readsDays && !explain,
        supply: (needs, ofKinds) => readSupplies(this.database, needs, keys, ofKinds),
      },
      shape,
    );
    if (answer.fault) throw refusal(answer.fault, text, place);
    return { version, answer, nodes, edges };
  }
}
