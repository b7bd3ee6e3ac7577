import type { Response } from 'express';
import { Injectable, Optional } from '@nestjs/common';
import type { AnswerNode, NodeForm } from '../../graph/answers/answer-nodes.js';
import type { Chosen, ShownNode } from '../../graph/questions/pages/shown-node.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { toEntityDto, toLinkedEntityDto } from './entities.dto.js';
import type { EntityListRequest } from './entities.fields.js';
import { EntitiesService, type Entity, type FilteredList } from './entities.service.js';
import { EntityGraphs } from './entity-graphs.service.js';
import { EntityAddresses } from './entity-addresses.service.js';
import { countName } from './entity-kind.js';

export const answerTypes = ['list', 'graph', 'count'] as const;
export type AnswerType = (typeof answerTypes)[number];

/** Writes the answers about entities of all kinds. */
@Injectable()
export class EntityAnswers {
  constructor(
    private readonly service: EntitiesService,
    private readonly addresses: EntityAddresses,
    @Optional() private readonly graphs: EntityGraphs = new EntityGraphs(),
  ) {}

  list(
    entity: Entity,
    list: FilteredList,
    type: AnswerType,
    request: EntityListRequest,
    response: Response,
  ): Promise<object> {
    if (type === 'graph') return this.graph(entity, list, response);
    return type === 'count' ? this.count(entity, list, response) : this.page(entity, list, request, response);
  }

  /** The kinds and properties of an entity, and how long its lists are. */
  async panel(entity: Entity, withCounts: boolean, response: Response): Promise<object> {
    const lists = withCounts ? entity.kind.lists : [];
    const [counted, counterpart] = await Promise.all([
      this.service.counted(entity, lists),
      this.service.counterpart(entity),
    ]);
    const { node, counts } = versioned(response, counted);
    const { objectid, name, kinds, properties, tags } = node;
    const { note } = entity.kind;
    const lengths = lists.map((list, index) => [countName(list), counts[index]!]);
    return {
      data: {
        kinds,
        props: { objectid, name, ...properties, ...counterpart, system_tags: tags.join(' ') },
        ...(note && { note }),
        ...Object.fromEntries(lengths),
      },
    };
  }

  private async page(
    entity: Entity,
    list: FilteredList,
    request: EntityListRequest,
    response: Response,
  ): Promise<object> {
    const { count, entities } = versioned(response, await this.service.page(entity, list, request));
    const linked = (node: ShownNode & Partial<Chosen>) => toLinkedEntityDto(node, this.addresses.of(node));
    const data = entities.map(list.isSpecified ? toEntityDto : linked);
    return { count, skip: request.skip, limit: request.limit, data };
  }

  private async count(entity: Entity, list: FilteredList, response: Response): Promise<object> {
    const { count } = versioned(response, await this.service.count(entity, list));
    return { data: { count } };
  }

  private async graph(entity: Entity, list: FilteredList, response: Response): Promise<object> {
    const read = async <Node extends AnswerNode>(form: NodeForm<Node>) =>
      versioned(response, await this.service.paths(entity, list, form));
    return this.graphs.answer(read, response);
  }
}
