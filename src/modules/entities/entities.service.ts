import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../base/errors.js';
import type { EntityOrder, EntityPage, EntityPageRequest, PrincipalKind, Subgraph } from '../../graph/graph-entity.js';
import { GraphReader, type Versioned } from '../../graph/graph-reader.js';
import type { AdminRightsRequest } from './admin-rights.list.js';

/** Maximum number of nodes in an answer with `type=graph`. */
const maxGraphNodes = 5000;

const orders = { name: 'name', objectID: 'objectid', label: 'label' } as const satisfies Record<string, EntityOrder>;

/** Answers on which computers users, groups and computers have admin rights. Object ids are compared without case. */
@Injectable()
export class EntitiesService {
  constructor(private readonly graph: GraphReader) {}

  /** @throws NotFoundError if there is no node of that kind with that object id */
  async adminRights(
    kind: PrincipalKind,
    objectid: string,
    request: AdminRightsRequest,
  ): Promise<Versioned<EntityPage>> {
    const { skip, limit } = request;
    const page = await this.graph.adminRights(kind, objectid.toUpperCase(), { skip, limit, order: orderOf(request) });
    if (!page) throw noSuchEntity(kind, objectid);
    return page;
  }

  /** @throws NotFoundError if there is no node of that kind with that object id */
  async adminRightsGraph(kind: PrincipalKind, objectid: string): Promise<Versioned<Subgraph>> {
    const graph = await this.graph.adminRightsGraph(kind, objectid.toUpperCase(), maxGraphNodes);
    if (!graph) throw noSuchEntity(kind, objectid);
    return graph;
  }
}

/** Drops repeated columns, which do not change the order. */
function orderOf({ order }: AdminRightsRequest): EntityPageRequest['order'] {
  return order
    .filter(({ column }, index) => order.findIndex((earlier) => earlier.column === column) === index)
    .map(({ column, descending }) => ({ by: orders[column], descending }));
}

function noSuchEntity(kind: PrincipalKind, objectid: string): NotFoundError {
  return new NotFoundError(
    'path.object_id',
    `there is no ${kind.toLowerCase()} with the object id ${JSON.stringify(objectid)}`,
  );
}
