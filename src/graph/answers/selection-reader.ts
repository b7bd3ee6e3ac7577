import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { shownNodes } from './answer-nodes.js';
import type { TagMembers } from '../cypher/data/memory-query-graph.js';
import { type PreparedQuery, preparedQuery, queryLimits, readSupplies, refusal, refused } from './cypher-query.js';
import { GraphReader } from './graph-reader.js';
import { KindNames } from '../store/kind-names.js';
import type { QueryLimits } from '../cypher/execution/budget.js';
import type { SelectionAnswer, SelectionArguments } from '../cypher/selection.js';

interface SelectionRequest extends Omit<SelectionArguments, 'queries'> {
  readonly queries: readonly {
    readonly text: string;
    /** Where the request names it, for errors. */
    readonly place: string;
  }[];
}

/** Selects nodes by their ids and by queries, as the selectors of tags do. */
@Injectable()
export class SelectionReader {
  private readonly limits: QueryLimits;

  constructor(
    private readonly reader: GraphReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
    settings: Settings,
  ) {
    this.limits = queryLimits(settings);
  }

  /**
   * @param tagsOf reads the members of all tags; called only if a query may need them
   * @throws InvalidInputError for a query that is wrong, that is not supported, or that exceeds a limit
   */
  async select(
    { queries, ...request }: SelectionRequest,
    tagsOf: () => Promise<readonly TagMembers[]>,
  ): Promise<Omit<SelectionAnswer, 'fault'>> {
    const { kinds, version: kindsVersion } = await this.kindNames.list();
    const prepared: PreparedQuery[] = [];
    for (const { text, place } of queries)
      prepared.push(
        await preparedQuery(text, { kinds, tagsOf }, { limits: this.limits }).catch((error: unknown) => {
          throw refused(error, text, place);
        }),
      );
    const keys = prepared.every((query) => query.keys !== null)
      ? ['isaclprotected', ...prepared.flatMap((query) => query.keys ?? [])]
      : null;
    const { answer } = await this.reader.ask(
      {
        name: 'selection',
        about: [],
        args: () => ({ ...request, queries: prepared.map(({ args }) => args) }),
        kindsVersion,
        readsDays: prepared.some((query) => query.readsDays),
        supply: (needs, version) => readSupplies(this.database, needs, keys, version),
      },
      shownNodes,
    );
    const { fault, ...selected } = answer;
    const query = fault && queries[fault.query];
    if (query) throw refusal(fault, query.text, query.place);
    return selected;
  }
}
