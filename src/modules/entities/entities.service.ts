import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import {
  type AnswerNode,
  type DetailedNode,
  detailedNodes,
  type NodeForm,
  type Tagged,
} from '../../graph/answers/answer-nodes.js';
import {
  type CountedEntity,
  type EntityPaths,
  type EntityQuery,
  EntityReader,
} from '../../graph/answers/entity-reader.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { EntityOrder, EntityPage, EntityPageRequest } from '../../graph/questions/pages/shown-node.js';
import type { ObjectReference } from '../../graph/answers/node-reference.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { oneStep } from '../../graph/questions/walks/shapes.js';
import type { Walk } from '../../graph/questions/walks/walk.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { ConditionsService } from '../conditions/conditions.service.js';
import { type EntityFilter, noFilter } from '../conditions/entity-filter.js';
import type { EntityListRequest } from './entities.fields.js';
import type { EntityKind, EntityList } from './entity-kind.js';

/** Maximum number of nodes in an answer with `type=graph`. */
const maxGraphNodes = 5000;

const orders = { name: 'name', objectID: 'objectid', label: 'label' } as const satisfies Record<string, EntityOrder>;

/** By kind: the way to the other object that stands for the same machine, and the property of the panel that names it. */
const counterparts: ReadonlyMap<number | undefined, { readonly walk: Walk; readonly property: string }> = new Map([
  [Kind.Computer, { walk: oneStep('in', [Kind.ServerIs]), property: 'siteservernode' }],
  [Kind.SiteServer, { walk: oneStep('out', [Kind.ServerIs]), property: 'serverreferencecomputer' }],
]);

/** An entity that a request names. */
export interface Entity {
  readonly kind: EntityKind;
  readonly objectid: string;
  /** Where the request names it: `path.object_id`. */
  readonly place: string;
}

/** A list, or a part of it. */
export type FilteredList = EntityList & { readonly filter?: EntityFilter };

/** Reads entities and lists of related entities. All methods throw NotFoundError, and InvalidInputError for an ambiguous object id. */
@Injectable()
export class EntitiesService {
  private readonly nodes = detailedNodes.tagged(this.groups.systemTags);

  constructor(
    private readonly reader: EntityReader,
    private readonly groups: AssetGroupsService,
    private readonly conditions: ConditionsService,
  ) {}

  async page(entity: Entity, list: FilteredList, request: EntityListRequest): Promise<Versioned<EntityPage>> {
    const { skip, limit } = request;
    const [query] = await Promise.all([this.queryOf(entity, list), this.requireKnown(request)]);
    return this.reader.page(query, { skip, limit, order: orderOf(request) }, request.props);
  }

  async count(entity: Entity, list: FilteredList): Promise<Versioned<EntityPage>> {
    return this.reader.page(await this.queryOf(entity, list), { skip: 0, limit: 0, order: [] });
  }

  async paths<Node extends AnswerNode>(
    entity: Entity,
    list: FilteredList,
    form: NodeForm<Node>,
  ): Promise<Versioned<EntityPaths<Node>>> {
    return this.reader.paths(await this.queryOf(entity, list), maxGraphNodes, form);
  }

  /** The entity with the counts of these lists, and the tags of the system groups that contain it. */
  async counted(
    entity: Entity,
    lists: readonly EntityList[],
  ): Promise<Versioned<CountedEntity<DetailedNode & Tagged>>> {
    const queries = await Promise.all(lists.map((list) => this.queryOf(entity, list)));
    const walks = queries.map(({ walk, among }) => ({ walk, ...(among && { among }) }));
    return this.reader.counted(referenceOf(entity), walks, this.nodes);
  }

  /** The properties of a panel that name the other object of the same machine; none if there is none. */
  async counterpart(entity: Entity): Promise<Readonly<Record<string, string>>> {
    const counterpart = counterparts.get(entity.kind.kinds?.[0]);
    if (!counterpart) return {};
    const { walk, property } = counterpart;
    const page = { skip: 0, limit: 1, order: [{ by: orders.objectID, descending: false }] };
    const { answer } = await this.reader.page({ ...referenceOf(entity), walk }, page);
    const [found] = answer.entities;
    return found ? { [property]: found.objectid, [`${property}name`]: found.name } : {};
  }

  private async queryOf(entity: Entity, { walk, isOfTierZero, filter }: FilteredList): Promise<EntityQuery> {
    const { environment, tierZero, where: asked } = filter ?? noFilter;
    const faults: Fault[] = [];
    const [within, members, where] = await Promise.all([
      this.conditions.environments(environment, faults),
      isOfTierZero || tierZero !== undefined ? this.groups.tierZeroIds() : [],
      this.conditions.resolve(asked, faults),
    ]);
    if (faults.length > 0) throw new InvalidInputError(faults);
    return {
      ...referenceOf(entity),
      walk,
      ...((isOfTierZero || tierZero) && { among: members }),
      ...(tierZero === false && { except: members }),
      ...(within && { within }),
      ...(where.length > 0 && { where }),
    };
  }

  private async requireKnown(request: Pick<EntityListRequest, 'props' | 'order'>): Promise<void> {
    const faults: Fault[] = [];
    await this.conditions.requireKnownRows(request, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
  }
}

function referenceOf({ kind: { noun, kinds }, objectid, place }: Entity): ObjectReference {
  return { objectid, place, noun, ...(kinds && { kinds }) };
}

/** Drops repeated columns, which do not change the order. */
export function orderOf({ order }: EntityListRequest): EntityPageRequest['order'] {
  const name = (it: (typeof order)[number]) => ('property' in it ? `props.${it.property}` : it.column);
  return order
    .filter((it, index) => order.findIndex((earlier) => name(earlier) === name(it)) === index)
    .map((it) => ('property' in it ? it : { by: orders[it.column], descending: it.descending }));
}
