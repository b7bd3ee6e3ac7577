import { Injectable } from '@nestjs/common';
import { EdgeCompositions } from '../../analysis/compositions/edge-compositions.js';
import type { Fault } from '../../base/errors.js';
import { addNote } from '../../base/scope/request-scope.js';
import type { KnownKinds } from '../../graph/store/kind-names.js';
import { NodeProperties } from '../../graph/answers/node-properties.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader } from '../../graph/answers/graph-reader.js';
import { type PathEnds, referencesOf, selectionOf, type View } from '../../graph/answers/path-reader.js';
import { kindsVersionOf } from '../../graph/conditions/condition.js';
import type { NeedyParameter, Needs, Supplies } from '../../graph/questions/needs.js';
import { idsOf, unknownName } from '../../http/input/unknown-name.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import type { AskedCondition } from '../conditions/conditions.query.js';
import { ConditionsService } from '../conditions/conditions.service.js';
import { tierZeroName } from '../../analysis/tier-zero/system-groups.js';
import type { AskedEnds, End } from './ends.query.js';
import type { AskedView } from './view.query.js';
import { viewParts } from './view-parts.js';

/** Finds the nodes that starts and ends name, and the parts of views. */
@Injectable()
export class SelectionsService {
  constructor(
    private readonly graph: GraphReader,
    private readonly compositions: EdgeCompositions,
    private readonly properties: NodeProperties,
    private readonly conditions: ConditionsService,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /** As {@link viewParts}, with what tells whether derived edges still follow. */
  async viewOf(asked: AskedView, known: KnownKinds | null, faults: Fault[]): Promise<View> {
    const where = await this.conditions.resolve(asked.excludedWhere, faults, 'exclude_where');
    return { ...viewParts(asked, known, where, faults), supply: (needs) => this.supply(needs) };
  }

  /** Reads the data that a question in a view needs. */
  async supply(needs: Needs): Promise<Supplies> {
    return { ...(await this.compositions.supply(needs)), ...(await this.properties.supply(needs)) };
  }

  /** @param known the kinds; null only if no kind is named */
  async nodesOf(end: End, asked: AskedEnds, known: KnownKinds | null, faults: Fault[]): Promise<PathEnds> {
    const named = await this.namedNodes(end, asked, known, faults);
    const ids = await this.choose(named, asked.where, faults, `${end}_where`);
    return ids ? { ids } : named;
  }

  /** The ids of the nodes that meet conditions; null if there are none, or have faults. */
  async choose(
    from: PathEnds,
    asked: readonly AskedCondition[],
    faults: Fault[],
    parameter: NeedyParameter = 'where',
  ): Promise<readonly number[] | null> {
    const where = await this.conditions.resolve(asked, faults, parameter);
    if (where.length === 0 || faults.length > 0) return null;
    const { answer } = await this.graph.ask(
      {
        name: 'choice',
        about: referencesOf(from),
        kindsVersion: kindsVersionOf(where),
        args: (ids) => ({ from: selectionOf(from, ids), where, parameter }),
        supply: (needs) => this.properties.supply(needs),
      },
      shownNodes,
    );
    return answer.chosen;
  }

  private async namedNodes(end: End, asked: AskedEnds, known: KnownKinds | null, faults: Fault[]): Promise<PathEnds> {
    if ('objectids' in asked)
      return { nodes: asked.objectids.map((objectid) => ({ objectid, place: `query.${end}_node` })) };
    if ('kind' in asked) {
      if (asked.kind === null) return { kind: null };
      const ofNodes = known?.kinds.filter((kind) => kind.isOfNodes) ?? [];
      const [kind = 0] = idsOf(`${end}_kind`, 'kind', [asked.kind], ofNodes, faults);
      return { kind };
    }
    return { ids: await this.membersOf(`${end}_tag`, asked.tag, faults) };
  }

  /** The ids of the members of an asset group. */
  async membersOf(parameter: string, tag: string, faults: Fault[]): Promise<readonly number[]> {
    if (tag === tierZeroName) return this.assetGroups.tierZeroIds();
    const ids = await this.assetGroups.memberIds(tag);
    if (ids?.length === 0) addNote(`the asset group with the tag ${JSON.stringify(tag)} has no members`);
    if (ids) return ids;
    const tags = [tierZeroName, ...(await this.assetGroups.tags())];
    faults.push(unknownName(parameter, 'asset group with the tag', tag, tags));
    return [];
  }
}
