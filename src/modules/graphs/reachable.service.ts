import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import type { PathEnds } from '../../graph/answers/path-reader.js';
import { type Reachable, type ReachRequest, ReachReader } from '../../graph/answers/reach-reader.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { type LinkedEntityPage, toLinkedEntityDto } from '../entities/entities.dto.js';
import type { EntityListRequest } from '../entities/entities.fields.js';
import { orderOf } from '../entities/entities.service.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { ConditionsService } from '../conditions/conditions.service.js';
import type { AskedReach } from './reachable.query.js';
import { referenceTo } from './references.js';
import { SelectionsService } from './selections.service.js';

type Asked = Omit<AskedReach, 'page'>;

interface Resolved {
  readonly request: ReachRequest;
  readonly known: KnownKinds;
  readonly tierZero: readonly number[];
}

/** Counts and lists the nodes that are reached over any number of edges. Both methods throw InvalidInputError and NotFoundError. */
@Injectable()
export class ReachableService {
  constructor(
    private readonly reach: ReachReader,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly conditions: ConditionsService,
    private readonly assetGroups: AssetGroupsService,
    private readonly addresses: EntityAddresses,
  ) {}

  async count(asked: Asked): Promise<Reachable> {
    const { request, tierZero } = await this.resolve(asked);
    return this.reach.count(request, tierZero);
  }

  async page(asked: Asked, page: EntityListRequest): Promise<Versioned<LinkedEntityPage>> {
    const { request, known } = await this.resolve(asked, page);
    const { skip, limit, props } = page;
    const { version, answer } = await this.reach.page(request, { skip, limit, order: orderOf(page) }, props, known);
    const data = answer.entities.map((node) => toLinkedEntityDto(node, this.addresses.of(node)));
    return { version, answer: { count: answer.count, skip, limit, data } };
  }

  private originOf({ origin, end }: Asked, known: KnownKinds, faults: Fault[]): Promise<PathEnds> | PathEnds {
    if ('node' in origin) return { nodes: [referenceTo(origin.node, 'query.node')] };
    return this.selections.nodesOf(end, origin, known, faults);
  }

  private async resolve(asked: Asked, page?: EntityListRequest): Promise<Resolved> {
    const { environment, tierZero: isOfTierZero, where: given } = asked.filter;
    const faults: Fault[] = [];
    const [known, tierZero] = await Promise.all([this.kinds.list(), this.assetGroups.tierZeroIds()]);
    const [origin, environments, where, ofResults] = await Promise.all([
      this.originOf(asked, known, faults),
      this.conditions.environments(environment, faults),
      this.conditions.resolve(given, faults),
      this.conditions.resolve(asked.ofResults, faults, asked.end === 'end' ? 'start_where' : 'end_where'),
      page && this.conditions.requireKnownRows(page, faults),
    ]);
    const view = await this.selections.viewOf(asked.view, known, faults);
    const ofNodes = known.kinds.filter(({ isOfNodes }) => isOfNodes);
    const filter = {
      kinds: asked.kinds.length > 0 ? idsOf('kind', 'kind', asked.kinds, ofNodes, faults) : null,
      environments,
      among: isOfTierZero === true ? tierZero : null,
      except: isOfTierZero === false ? tierZero : null,
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    return {
      request: { origin, direction: asked.end === 'end' ? 'in' : 'out', view, filter, where: [...where, ...ofResults] },
      known,
      tierZero,
    };
  }
}
