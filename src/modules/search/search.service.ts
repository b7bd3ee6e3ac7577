import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { type LocatedNode, locatedNodes, type Tagged } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import type { Chosen, EntityPageRequest } from '../../graph/questions/pages/shown-node.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import { NodeProperties } from '../../graph/answers/node-properties.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { isTierZero } from '../asset-groups/shapes/asset-groups.fields.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { kindsVersionOf } from '../../graph/conditions/condition.js';
import { ConditionsService } from '../conditions/conditions.service.js';
import type { SearchParameters } from './search-query.decorator.js';
import type { SearchPageDto, SearchResultDto } from './search.dto.js';

/** Finds entities by object id, name and distinguished name. */
@Injectable()
export class SearchService {
  private readonly nodes = locatedNodes.tagged(this.groups.systemTags);

  constructor(
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly groups: AssetGroupsService,
    private readonly conditions: ConditionsService,
    private readonly properties: NodeProperties,
    private readonly addresses: EntityAddresses,
  ) {}

  /** @throws InvalidInputError for unknown kinds and for an unknown domain or tenant */
  async search(parameters: SearchParameters): Promise<Versioned<SearchPageDto>> {
    const { query, types, filter, page } = parameters;
    const { tierZero } = filter;
    const { skip, limit, props } = page;
    const faults: Fault[] = [];
    const [known, members, environments, where] = await Promise.all([
      types.length > 0 ? this.kinds.list() : null,
      tierZero === undefined ? null : this.groups.tierZeroIds(),
      this.conditions.environments(filter.environment, faults),
      this.conditions.resolve(filter.where, faults),
      this.conditions.requireKnownRows(page, faults),
    ]);
    const request = {
      query,
      kinds: known && kindsOf(types, known, faults),
      environments,
      among: tierZero === true ? members : null,
      except: tierZero === false ? members : null,
      where,
      order: orderOf(parameters),
      skip,
      limit,
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { version, answer, nodes } = await this.graph.ask(
      {
        name: 'search',
        about: [],
        args: () => request,
        kindsVersion: known?.version ?? kindsVersionOf(where),
        supply: (needs) => this.properties.supply(needs),
      },
      this.nodes.withProperties(props),
    );
    const data = answer.ids.map((id) => this.resultOf(nodes.get(id)!));
    // The search ignores case. These nodes come first in any case.
    const isExact = ({ objectid }: SearchResultDto) => Number(objectid === query);
    if (query !== null && request.order.length === 0) data.sort((one, other) => isExact(other) - isExact(one));
    return { version, answer: { count: answer.count, skip, limit, data } };
  }

  private resultOf(node: LocatedNode & Tagged & Partial<Chosen>): SearchResultDto {
    const { objectid, label, name, kinds, environment, environmentName, distinguishedName, tags, chosen } = node;
    return {
      objectid,
      type: label,
      name,
      distinguishedname: distinguishedName ?? '',
      system_tags: tags.join(' '),
      kinds,
      domain: environmentName,
      environment_id: environment,
      tier_zero: isTierZero(tags),
      href: this.addresses.of(node),
      ...(chosen && { props: chosen }),
    };
  }
}

/** Without a query there is no best match: the results are in the order of names. */
function orderOf({ query, page: { order } }: SearchParameters): EntityPageRequest['order'] {
  const asked = order.map((it) => ('property' in it ? it : { by: it.column, descending: it.descending }));
  const names = ['name', 'objectid'] as const;
  return query === null ? [...asked, ...names.map((by) => ({ by, descending: false }))] : asked;
}

function kindsOf(types: readonly string[], { kinds }: KnownKinds, faults: Fault[]): number[] {
  const ofNodes = kinds.filter((kind) => kind.isOfNodes);
  return idsOf('type', 'kind', types, ofNodes, faults);
}
