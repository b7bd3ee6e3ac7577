import type { Response } from 'express';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { detailedNodes, shownNodes } from '../../graph/answer-nodes.js';
import type { Chosen, ShownNode } from '../../graph/shown-node.js';
import type { Versioned } from '../../graph/graph-reader.js';
import { isOfPage } from '../../http/page/page-mark.js';
import { setGraphTruncated, setGraphVersion } from '../../http/openapi/graph-version.js';
import { bareMapOf } from '../graphs/bare-map.dto.js';
import { toEntityDto, toEntityGraphDto, toLinkedEntityDto } from './entities.dto.js';
import type { EntityListRequest } from './entities.fields.js';
import { EntitiesService, type Entity, type FilteredList } from './entities.service.js';
import { EntityAddresses } from './entity-addresses.service.js';
import { countName } from './entity-kind.js';

export const answerTypes = ['list', 'graph', 'count'] as const;
export type AnswerType = (typeof answerTypes)[number];

/** Writes the answers about entities of all kinds. */
@Injectable()
export class EntityAnswers {
  constructor(
    private readonly service: EntitiesService,
    private readonly settings: Settings,
    private readonly addresses: EntityAddresses,
  ) {}

  list(
    entity: Entity,
    list: FilteredList,
    type: AnswerType,
    request: EntityListRequest,
    response: Response,
  ): Promise<object> {
    if (type === 'graph') return this.paths(entity, list, response);
    return type === 'count' ? this.count(entity, list, response) : this.page(entity, list, request, response);
  }

  /** The kinds and properties of an entity, and how long its lists are. */
  async panel(entity: Entity, withCounts: boolean, response: Response): Promise<object> {
    const lists = withCounts ? entity.kind.lists : [];
    const { node, counts } = versioned(response, await this.service.counted(entity, lists));
    const { objectid, name, kinds, properties, tags } = node;
    const lengths = lists.map((list, index) => [countName(list), counts[index]!]);
    return {
      data: {
        kinds,
        props: { objectid, name, ...properties, system_tags: tags.join(' ') },
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

  private async paths(entity: Entity, list: FilteredList, response: Response): Promise<object> {
    // BloodHound's form has the properties of nodes, and no member that marks a truncated graph.
    if (this.settings.compat !== '' && !isOfPage(response.req)) {
      const { nodes, edges, truncated } = versioned(response, await this.service.paths(entity, list, detailedNodes));
      setGraphTruncated(response, truncated);
      return bareMapOf(
        nodes,
        edges.map(({ source, kind, target }) => ({ source: source.id, kind, target: target.id, data: {} })),
      );
    }
    return { data: toEntityGraphDto(versioned(response, await this.service.paths(entity, list, shownNodes))) };
  }
}

function versioned<T>(response: Response, { version, answer }: Versioned<T>): T {
  setGraphVersion(response, version);
  return answer;
}
