import { Injectable } from '@nestjs/common';
import { addNote } from '../../base/scope/request-scope.js';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import type { CypherAnswer } from '../cypher/cypher-question.js';
import type { TagMembers } from '../cypher/data/memory-query-graph.js';
import { answerExceeded, type QueryLimits } from '../cypher/execution/budget.js';
import type { AnswerForm } from '../cypher/execution/write-result.js';
import type { NodeForm } from './answer-nodes.js';
import { sizeOf } from './answer-parts.js';
import { preparedQuery, queryLimits, readSupplies, refused, refusal } from './cypher-query.js';
import { filledText } from './filled-text.js';
import { KindNames } from '../store/kind-names.js';
import { PropertyNotes } from './property-notes.js';
import { PathReader, type SubgraphEdge } from './path-reader.js';

export interface CypherRequest {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly explain: boolean;
}

/** How an answer is written. */
export interface CypherShape<Node> {
  readonly form: AnswerForm;
  readonly nodes: NodeForm<Node>;
  /** Returns the bytes of each node, or the part of the answer with all of them. */
  readonly writeNodes: (nodes: readonly Node[]) => Buffer | readonly Buffer[];
  readonly writeEdges: (edges: readonly SubgraphEdge[]) => readonly Buffer[];
}

/** An answer as bytes, which are within the limit. */
export interface CypherResult extends Pick<CypherAnswer, 'columns' | 'rowCount' | 'plan'> {
  readonly version: number;
  /** Parts of the nodes and edges, unless the text has them. */
  readonly nodes: readonly Buffer[];
  readonly edges: readonly Buffer[];
  /** In the form of the shape, with its nodes and edges. */
  readonly text: Iterable<Uint8Array>;
  readonly textBytes: number;
}

const place = 'body.query';

/** Runs queries in Cypher. */
@Injectable()
export class CypherReader {
  private readonly limits: QueryLimits;

  constructor(
    private readonly paths: PathReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly notes: PropertyNotes,
    settings: Settings,
  ) {
    this.limits = queryLimits(settings);
  }

  /**
   * @param tagsOf reads the members of all tags; called only if the query may need them
   * @throws InvalidInputError for a query that is wrong, that is not supported, or that exceeds a limit
   */
  async ask<Node>(
    request: CypherRequest,
    tagsOf: () => Promise<readonly TagMembers[]>,
    shape: CypherShape<Node>,
  ): Promise<CypherResult> {
    try {
      return await this.answer(request, tagsOf, shape);
    } catch (error) {
      throw refused(error, request.query, place);
    }
  }

  private async answer<Node>(
    { query, parameters, explain }: CypherRequest,
    tagsOf: () => Promise<readonly TagMembers[]>,
    { form, nodes: nodeForm, writeNodes, writeEdges }: CypherShape<Node>,
  ): Promise<CypherResult> {
    const { limits } = this;
    const requireFits = (bytes: number) => {
      if (bytes > limits.answer) throw answerExceeded(limits.answer);
    };
    const { kinds, version: kindsVersion } = await this.kindNames.list();
    const { args, keys, readsDays } = await preparedQuery(
      query,
      { kinds, tagsOf },
      { parameters, explain, form, limits },
    );
    const notes = this.notes.on(args.query);
    // They are awaited after the answer.
    notes.catch(() => {});
    const { answer, nodes, edges, version } = await this.paths.ask(
      {
        name: 'cypher',
        about: [],
        args: () => args,
        kindsVersion,
        readsDays: readsDays && !explain,
        supply: (needs, ofKinds) => readSupplies(this.database, needs, keys, ofKinds),
      },
      {
        nodes: nodeForm.written(writeNodes, requireFits),
        edges: writeEdges,
        sizeOf,
        requireFits,
      },
    );
    const { fault, columns, rowCount, plan } = answer;
    if (fault) throw refusal(fault, query, place);
    for (const note of [...(await notes), ...answer.notes]) addNote(note);
    const text = filledText(answer.text, nodes, edges);
    const isFilled = form !== 'literals';
    const parts = isFilled ? { nodes: [], edges: [] } : { nodes: [...new Set(nodes.values())], edges };
    requireFits(text.bytes + sizeOf(parts.nodes) + sizeOf(parts.edges));
    return { version, columns, rowCount, plan, ...parts, text: text.parts, textBytes: text.bytes };
  }
}
