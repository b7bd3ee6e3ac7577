import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { type LocatedNode, locatedNodes, type Tagged } from '../../graph/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/kinds/kind-names.js';
import { EnvironmentLookup } from '../../graph/environment-lookup.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { isTierZero } from '../asset-groups/asset-groups.fields.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { findEnvironments } from '../environments/find-environments.js';
import type { SearchParameters } from './search-query.decorator.js';
import type { SearchPageDto, SearchResultDto } from './search.dto.js';

/** Finds entities by object id, name and distinguished name. */
@Injectable()
export class SearchService {
  private readonly nodes = locatedNodes.tagged(this.groups.systemTags);

  constructor(
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly environments: EnvironmentLookup,
    private readonly groups: AssetGroupsService,
    private readonly addresses: EntityAddresses,
  ) {}

  /** @throws InvalidInputError for unknown kinds and for an unknown domain or tenant */
  async search(parameters: SearchParameters): Promise<Versioned<SearchPageDto>> {
    const { query, types, environment, tierZero, skip, limit } = parameters;
    const faults: Fault[] = [];
    const [known, members, environments] = await Promise.all([
      types.length > 0 ? this.kinds.list() : null,
      tierZero === undefined ? null : this.groups.tierZeroIds(),
      environment === undefined ? null : findEnvironments(this.environments, environment, faults),
    ]);
    const request = {
      query,
      kinds: known && kindsOf(types, known, faults),
      environments,
      among: tierZero === true ? members : null,
      except: tierZero === false ? members : null,
      skip,
      limit,
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    const asked = await this.graph.ask(
      { name: 'search', about: [], args: () => request, kindsVersion: known?.version },
      this.nodes,
    );
    if ('unknown' in asked) throw new Error('a search is about no node');
    const { version, answer, nodes } = asked;
    const data = answer.ids.map((id) => this.resultOf(nodes.get(id)!));
    // The search ignores case. These nodes come first in any case.
    const isExact = ({ objectid }: SearchResultDto) => Number(objectid === query);
    data.sort((one, other) => isExact(other) - isExact(one));
    return { version, answer: { count: answer.count, skip, limit, data } };
  }

  private resultOf(node: LocatedNode & Tagged): SearchResultDto {
    const { objectid, label, name, kinds, environment, environmentName, distinguishedName, tags } = node;
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
    };
  }
}

function kindsOf(types: readonly string[], { kinds }: KnownKinds, faults: Fault[]): number[] {
  const ofNodes = kinds.filter((kind) => kind.isOfNodes);
  return idsOf('type', 'kind', types, ofNodes, faults);
}
