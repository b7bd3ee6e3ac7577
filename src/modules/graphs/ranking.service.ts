import { Injectable } from '@nestjs/common';
import { visibilityKey } from '../../base/scope/request-scope.js';
import { Cache } from '../../base/values/cache.js';
import { type Fault, InvalidInputError, RankingTooLargeError } from '../../base/errors.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { type PathEnds, referencesOf, selectionOf, type View } from '../../graph/answers/path-reader.js';
import type { Arguments } from '../../graph/threads/questions.js';
import type { Ranking } from '../../graph/questions/ranking/ranked.js';
import { rankingMemory, type ReachRanking } from '../../graph/questions/ranking/ranking.js';
import { idsOf } from '../../http/input/unknown-name.js';
import type { Page } from '../../http/list/list-description.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { LongQuestions } from './long-questions.js';
import type { RankingPageDto } from './ranking.dto.js';
import type { AskedRanking } from './ranking.query.js';
import { SelectionsService } from './selections.service.js';

/** Bytes of the rankings that are kept for their next pages. */
const keptBytes = 64 * 1024 ** 2;

type RankedBy = ReachRanking | { readonly ends: PathEnds; readonly greedy: number | null };

/** Ranks nodes and edges. A ranking is computed when it is asked for, once a version, and one at a time. */
@Injectable()
export class RankingService {
  private readonly kept = new Cache<string, Ranking>(keptBytes, ({ source }) => 16 * source.length);

  constructor(
    private readonly graph: GraphReader,
    private readonly keeper: GraphKeeper,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly addresses: EntityAddresses,
    private readonly turn: LongQuestions,
  ) {}

  /**
   * @throws InvalidInputError for unknown kinds and tags
   * @throws NotFoundError if a node is unknown
   * @throws RankingTooLargeError if it needs more memory than one may take
   */
  async page(asked: AskedRanking): Promise<Versioned<RankingPageDto>> {
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const by: RankedBy =
      'direction' in asked.by
        ? asked.by
        : { ends: await this.selections.nodesOf('end', asked.by.ends, known, faults), greedy: asked.by.greedy };
    const view = await this.selections.viewOf(asked.view, known, faults);
    const kind = kindOf('kind', asked.kind, known, faults);
    const ranked = {
      kind,
      edgeKind: kindOf('edge_kind', asked.edgeKind, known, faults),
      among: await this.selections.choose({ kind }, asked.where, faults),
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    const key = JSON.stringify([by, view.kinds, view.held, visibilityKey()]);
    const version = this.keeper.present?.version;
    if (version !== undefined && this.kept.get(key)?.version === version)
      return this.read(asked.page, by, view, ranked, key);
    return this.turn.run(() => this.read(asked.page, by, view, ranked, key));
  }

  private async read(
    { skip, limit }: Page,
    by: RankedBy,
    view: View,
    ranked: Pick<Arguments<'ranking'>, 'kind' | 'edgeKind' | 'among'>,
    key: string,
  ): Promise<Versioned<RankingPageDto>> {
    const { version, kindsVersion, answer, nodes } = await this.graph.ask(
      {
        name: 'ranking',
        about: 'ends' in by ? referencesOf(by.ends) : [],
        kindsVersion: view.kindsVersion,
        args: (ids) => ({
          by: 'ends' in by ? { ...by, ends: selectionOf(by.ends, ids) } : by,
          kinds: view.kinds,
          held: view.held,
          ...ranked,
          skip,
          limit,
          known: this.kept.get(key) ?? null,
        }),
      },
      shownNodes,
    );
    if (!answer.ranking) throw new RankingTooLargeError(answer.bytes, rankingMemory);
    this.kept.set(key, answer.ranking);
    const nameOf = await this.kinds.of(
      answer.rows.map((row) => row.kind),
      kindsVersion,
    );
    const data = answer.rows.map((row) => {
      const node = nodes.get(row.source)!;
      const target = row.kind === 0 ? null : nodes.get(row.target)!;
      return {
        objectid: node.objectid,
        name: node.name,
        kind: node.label,
        edge: target && nameOf(row.kind),
        target: target && target.objectid,
        target_name: target && target.name,
        target_kind: target && target.label,
        count: row.count,
        href: this.addresses.of(node),
      };
    });
    const greedy = 'greedy' in by && by.greedy !== null;
    return { version, answer: { count: answer.count, skip, limit, greedy, data } };
  }
}

function kindOf(
  parameter: 'kind' | 'edge_kind',
  name: string | undefined,
  { kinds }: KnownKinds,
  faults: Fault[],
): number | null {
  if (name === undefined) return null;
  const known = kinds.filter(({ isOfNodes, isOfEdges }) => (parameter === 'kind' ? isOfNodes : isOfEdges));
  return idsOf(parameter, 'kind', [name], known, faults)[0] ?? null;
}
