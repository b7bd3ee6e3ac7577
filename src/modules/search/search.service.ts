import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { type LocatedNode, locatedNodes } from '../../graph/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/kinds/kind-names.js';
import { EnvironmentLookup } from '../../graph/environment-lookup.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { systemTagsOf } from '../asset-groups/asset-groups.answer.dto.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { findEnvironments } from '../environments/find-environments.js';
import type { SearchParameters } from './search-query.decorator.js';
import type { SearchPageDto, SearchResultDto } from './search.dto.js';

/** Finds entities by object id, name and distinguished name. */
@Injectable()
export class SearchService {
  constructor(
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly environments: EnvironmentLookup,
    private readonly groups: AssetGroupsService,
  ) {}

  /** @throws InvalidInputError for unknown kinds and for an unknown domain or tenant */
  async search(parameters: SearchParameters): Promise<Versioned<SearchPageDto>> {
    const { query, types, environment, tierZero, skip, limit } = parameters;
    const faults: Fault[] = [];
    const known = types.length > 0 ? await this.kinds.list() : null;
    const members = tierZero === undefined ? null : await this.groups.tierZeroIds();
    const request = {
      query,
      kinds: known && kindsOf(types, known, faults),
      environments: environment === undefined ? null : await findEnvironments(this.environments, environment, faults),
      among: tierZero === true ? members : null,
      except: tierZero === false ? members : null,
      skip,
      limit,
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    const asked = await this.graph.ask(
      { name: 'search', about: [], args: () => request, kindsVersion: known?.version },
      locatedNodes,
    );
    if ('unknown' in asked) throw new Error('a search is about no node');
    const { version, answer, nodes } = asked;
    const data = await this.resultsOf(answer.ids.map((id) => nodes.get(id)!));
    // The search ignores case. These nodes come first in any case.
    const isExact = ({ objectid }: SearchResultDto) => Number(objectid === query);
    data.sort((one, other) => isExact(other) - isExact(one));
    return { version, answer: { count: answer.count, skip, limit, data } };
  }

  private async resultsOf(nodes: readonly LocatedNode[]): Promise<SearchResultDto[]> {
    const ids = [...new Set(nodes.flatMap(({ environment }) => environment ?? []))];
    const [members, environments] = await Promise.all([
      this.groups.systemMembersAmong(nodes.map(({ id }) => id)),
      this.environments.namesOf(ids),
    ]);
    return nodes.map(({ id, objectid, label, name, kinds, environment, distinguishedName }) => ({
      objectid,
      type: label,
      name,
      distinguishedname: distinguishedName ?? '',
      system_tags: systemTagsOf(members, id),
      kinds,
      domain: environment === null ? null : (environments.get(environment) ?? environment),
      environment_id: environment,
      tier_zero: members.tierZero.has(id),
    }));
  }
}

function kindsOf(types: readonly string[], { kinds }: KnownKinds, faults: Fault[]): number[] {
  const ofNodes = kinds.filter((kind) => kind.isOfNodes);
  return idsOf('type', 'kind', types, ofNodes, faults);
}
