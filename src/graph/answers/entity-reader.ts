import { Injectable } from '@nestjs/common';
import { type AnswerNode, type NodeForm, shownNodes } from './answer-nodes.js';
import type { EntityPage, EntityPageRequest } from '../questions/pages/shown-node.js';
import { eachRow } from '../threads/packed-rows.js';
import type { ObjectReference } from './node-reference.js';
import { GraphReader, type Versioned } from './graph-reader.js';
import { type Condition, kindsVersionOf } from '../conditions/condition.js';
import { NodeProperties } from './node-properties.js';
import type { Needs } from '../questions/needs.js';
import { KindNames, type KnownKinds, labelRanksOf } from '../store/kind-names.js';
import type { Walk } from '../questions/walks/walk.js';

/** The results of a walk from a node. */
export interface EntityQuery extends ObjectReference {
  readonly walk: Walk;
  /** Results are among these nodes; absent: any. */
  readonly among?: readonly number[];
  /** Results are none of these nodes. */
  readonly except?: readonly number[];
  /** Object ids of domains and tenants to which results belong; absent: any. */
  readonly within?: readonly string[];
  /** Results meet these conditions; absent: none. */
  readonly where?: readonly Condition[];
}

export interface EntityEdge<Node> {
  readonly source: Node;
  readonly kind: string;
  readonly target: Node;
}

/** The walk as nodes and edges. */
export interface EntityPaths<Node> {
  readonly nodes: readonly Node[];
  /** They are made as they are read, because there may be many. */
  readonly edges: Iterable<EntityEdge<Node>>;
  readonly edgeCount: number;
  /** Whether there are more nodes than the answer has. */
  readonly truncated: boolean;
}

/** A node with the numbers of results of several walks. */
export interface CountedEntity<Node> {
  readonly node: Node;
  readonly counts: readonly number[];
}

/** Lists, paths and counts of entities that walks from one entity find. All throw NotFoundError if there is no such entity. */
@Injectable()
export class EntityReader {
  constructor(
    private readonly graph: GraphReader,
    private readonly kindNames: KindNames,
    private readonly properties: NodeProperties,
  ) {}

  private readonly supply = (needs: Needs) => this.properties.supply(needs);

  /** @param props names of properties that the entities have in the answer */
  async page(
    query: EntityQuery,
    page: EntityPageRequest,
    props: readonly string[] = [],
  ): Promise<Versioned<EntityPage>> {
    const labels = await this.kindsToSort(query.walk, page);
    const args = ([start]: readonly number[]) => ({
      ...fromOf(query, start!),
      page,
      ...(labels && { labelRanks: labelRanksOf(labels) }),
    });
    const question = {
      name: 'entityList',
      about: [query],
      args,
      supply: this.supply,
      kindsVersion: labels?.version ?? kindsVersionOf(query.where ?? []),
    } as const;
    const { version, answer, nodes } = await this.graph.ask(question, shownNodes.withProperties(props));
    return { version, answer: { count: answer.count, entities: answer.ids.map((id) => nodes.get(id)!) } };
  }

  /** The walk, cut at `maxNodes` nodes. */
  async paths<Node extends AnswerNode>(
    query: EntityQuery,
    maxNodes: number,
    form: NodeForm<Node>,
  ): Promise<Versioned<EntityPaths<Node>>> {
    const args = ([start]: readonly number[]) => ({ ...fromOf(query, start!), maxNodes });
    const question = {
      name: 'entitySubgraph',
      about: [query],
      args,
      supply: this.supply,
      kindsVersion: kindsVersionOf(query.where ?? []),
    } as const;
    const { version, kindsVersion, answer, nodes } = await this.graph.ask(question, form);
    const edgeKinds = new Set<number>();
    for (const [, kind] of eachRow(answer.edges)) edgeKinds.add(kind);
    const nameOf = await this.kindNames.of([...edgeKinds], kindsVersion);
    const edges = {
      *[Symbol.iterator](): Generator<EntityEdge<Node>, void, undefined> {
        for (const [source, kind, target] of eachRow(answer.edges))
          yield { source: nodes.get(source)!, kind: nameOf(kind), target: nodes.get(target)! };
      },
    };
    const { ids, truncated } = answer;
    const all = ids.map((id) => nodes.get(id)!);
    return { version, answer: { nodes: all, edges, edgeCount: answer.edges.length, truncated } };
  }

  /** An entity, and how many results each of these walks has. */
  async counted<Node>(
    entity: ObjectReference,
    walks: readonly Pick<EntityQuery, 'walk' | 'among'>[],
    form: NodeForm<Node>,
  ): Promise<Versioned<CountedEntity<Node>>> {
    const environment = entity.objectid.toUpperCase();
    const args = ([start]: readonly number[]) => ({
      start: start!,
      walks: walks.map((it) => ({ ...it, environment })),
    });
    const { version, answer, nodes } = await this.graph.ask({ name: 'entityCounts', about: [entity], args }, form);
    return { version, answer: { node: nodes.get(answer.ids[0]!)!, counts: answer.counts } };
  }

  /** Memory has no names of kinds. If all results are shown as one kind, their labels order nothing. */
  private async kindsToSort({ results }: Walk, { order }: EntityPageRequest): Promise<KnownKinds | null> {
    if (results.kinds?.length === 1 || !order.some((it) => 'by' in it && it.by === 'label')) return null;
    return this.kindNames.list();
  }
}

function fromOf({ objectid, walk, among, except, within, where }: EntityQuery, start: number) {
  const environment = objectid.toUpperCase();
  return {
    start,
    walk,
    environment,
    ...(among && { among }),
    ...(except && { except }),
    ...(within && { within }),
    ...(where?.length && { where }),
  };
}
