import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import {
  detailedSubgraph,
  type PathEnds,
  PathReader,
  questionIn,
  referencesOf,
  selectionOf,
} from '../../graph/answers/path-reader.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { type EdgePageDto, toEdgeEndsDto } from './edge-row.dto.js';
import type { AskedEdges } from './edges.query.js';
import type { End } from './ends.query.js';
import { SelectionsService } from './selections.service.js';
import { timeOf } from './unified-graph.dto.js';

/** Lists edges between selected nodes. */
@Injectable()
export class EdgesService {
  constructor(
    private readonly paths: PathReader,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /**
   * @throws InvalidInputError for unknown kinds and tags
   * @throws NotFoundError if a node is unknown
   */
  async page(asked: AskedEdges): Promise<Versioned<EdgePageDto>> {
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const tierZero = await this.assetGroups.tierZeroIds();
    const [starts, ends] = await Promise.all([
      this.nodesOf('start', asked, known, faults),
      this.nodesOf('end', asked, known, faults),
    ]);
    const view = await this.selections.viewOf(asked.view, known, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { skip, limit } = asked.page;
    const startNodes = starts ? referencesOf(starts) : [];
    const endOf = (nodes: PathEnds | null, ids: readonly number[], isTierZero: boolean | undefined) => ({
      nodes: nodes && selectionOf(nodes, ids),
      among: isTierZero === true ? tierZero : null,
      except: isTierZero === false ? tierZero : [],
    });
    const found = await this.paths.ask(
      {
        name: 'edges',
        about: [...startNodes, ...(ends ? referencesOf(ends) : [])],
        ...questionIn(view),
        args: (ids, without) => ({
          starts: endOf(starts, ids.slice(0, startNodes.length), asked.starts.tierZero),
          ends: endOf(ends, ids.slice(startNodes.length), asked.ends.tierZero),
          kinds: view.kinds,
          skip,
          limit,
          without,
        }),
      },
      { nodes: shownNodes, edges: detailedSubgraph.edges },
    );
    const data = found.edges.map(({ source, kind, target, lastSeen, properties }) => ({
      ...toEdgeEndsDto(found.nodes.get(source)!, kind, found.nodes.get(target)!),
      last_seen: lastSeen === null ? null : timeOf(lastSeen),
      properties,
    }));
    return { version: found.version, answer: { count: found.answer.count, skip, limit, data } };
  }

  private async nodesOf(end: End, asked: AskedEdges, known: KnownKinds, faults: Fault[]): Promise<PathEnds | null> {
    const { nodes } = asked[`${end}s`];
    return nodes && this.selections.nodesOf(end, nodes, known, faults);
  }
}
