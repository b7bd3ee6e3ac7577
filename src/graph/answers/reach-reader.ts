import { Injectable } from '@nestjs/common';
import { shownNodes } from './answer-nodes.js';
import { GraphReader, type Versioned } from './graph-reader.js';
import { KindNames, type KnownKinds, labelRanksOf } from '../store/kind-names.js';
import { type PathEnds, questionIn, referencesOf, selectionOf, type View } from './path-reader.js';
import type { Reach } from '../questions/reachability/reachable-nodes.js';
import type { EntityPage, EntityPageRequest } from '../questions/pages/shown-node.js';

/** Which nodes are reached from an origin, or reach it. */
export interface ReachRequest extends Pick<Reach, 'direction' | 'filter' | 'where'> {
  readonly origin: PathEnds;
  readonly view: View;
}

/** Numbers of nodes without the origin. */
export interface Reachable {
  readonly version: number;
  readonly count: number;
  readonly tierZero: number;
  /** By kind that is shown, the largest number first. */
  readonly byKind: Readonly<Record<string, number>>;
}

/** Counts and lists the nodes that are reached over any number of edges. */
@Injectable()
export class ReachReader {
  constructor(
    private readonly reader: GraphReader,
    private readonly kindNames: KindNames,
  ) {}

  async count(request: ReachRequest, tierZero: readonly number[]): Promise<Reachable> {
    const question = questionAbout(request);
    const { version, kindsVersion, answer } = await this.reader.ask(
      { ...question, name: 'reachable', args: (ids, without) => ({ ...question.args(ids, without), tierZero }) },
      shownNodes,
    );
    const { count, tierZero: ofTierZero, byKind } = answer;
    const nodeKinds = byKind.map(([kind]) => kind);
    const nameOf = await this.kindNames.of(nodeKinds, kindsVersion);
    const named = Object.fromEntries(byKind.map(([kind, nodes]) => [nameOf(kind), nodes]));
    return { version, count, tierZero: ofTierZero, byKind: named };
  }

  /**
   * @param props names of properties that the nodes have in the answer
   * @param known of the same version as the kinds of the view
   */
  async page(
    request: ReachRequest,
    page: EntityPageRequest,
    props: readonly string[],
    known: KnownKinds,
  ): Promise<Versioned<EntityPage>> {
    const question = questionAbout(request);
    const isByLabel = page.order.some((it) => 'by' in it && it.by === 'label');
    const labels = isByLabel ? { labelRanks: labelRanksOf(known) } : {};
    const { version, answer, nodes } = await this.reader.ask(
      {
        ...question,
        name: 'reachableList',
        args: (ids, without) => ({ ...question.args(ids, without), page, ...labels }),
      },
      shownNodes.withProperties(props),
    );
    return { version, answer: { count: answer.count, entities: answer.ids.map((id) => nodes.get(id)!) } };
  }
}

function questionAbout({ origin, view, ...others }: ReachRequest) {
  const args = (ids: readonly number[], without: Reach['without']): Reach => ({
    ...others,
    origin: selectionOf(origin, ids),
    kinds: view.kinds,
    held: view.held,
    without,
  });
  return { about: referencesOf(origin), ...questionIn(view), args };
}
