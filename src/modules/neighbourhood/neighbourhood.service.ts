import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { bareNodes, shownNodes } from '../../graph/answers/answer-nodes.js';
import { detailedSubgraph, PathReader } from '../../graph/answers/path-reader.js';
import type { Expansion } from '../../graph/questions/paths/neighbourhood.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import type { KindOfEdges } from '../../graph/questions/nodes/edge-counts.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { isOwned, isTierZero } from '../asset-groups/shapes/asset-groups.fields.js';
import { readConditions } from '../conditions/conditions.query.js';
import { SelectionsService } from '../graphs/selections.service.js';
import { timeOf, toEdgeDto } from '../graphs/unified-graph.dto.js';
import {
  type EdgeCountsDto,
  type ExpandRequest,
  mostNew,
  type NeighbourhoodDto,
  type NeighbourhoodRequest,
} from './neighbourhood.dto.js';

/** Edges of one answer: of a picture of 3,000 objects ten for each third one. */
const mostEdges = 10_000;

/** Answers what a picture needs that grows step by step. */
@Injectable()
export class NeighbourhoodService {
  private readonly nodes = bareNodes.tagged(this.assetGroups.systemTags).withProperties(['enabled']);

  constructor(
    private readonly reader: GraphReader,
    private readonly paths: PathReader,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /**
   * @throws InvalidInputError for unknown kinds and wrong conditions
   * @throws NotFoundError if the node that is expanded is unknown
   */
  async neighbourhood(asked: NeighbourhoodRequest): Promise<Versioned<NeighbourhoodDto>> {
    const { shown = [], add = [], expand } = asked;
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const kinds = idsOfKinds('body', asked.relationship_kinds, known, faults);
    const expansion = expand ? await this.expansionOf(expand, known, faults) : null;
    if (faults.length > 0) throw new InvalidInputError(faults);
    const tierZero = await this.assetGroups.tierZeroIds();
    const { version, answer, nodes, edges } = await this.paths.ask(
      {
        name: 'neighbourhood',
        about: expand ? [{ objectid: expand.node, place: 'body.expand.node' }] : [],
        kindsVersion: known.version,
        args: ([node = null]) => ({ shown, add, node, expansion, kinds, tierZero, mostEdges }),
      },
      { nodes: this.nodes, edges: detailedSubgraph.edges },
    );
    const { count, gone, truncated, shownIds } = answer;
    const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
    const keys = shownIds.flatMap((id, index) => (ends.has(id) ? [[id, { objectid: shown[index]! }] as const] : []));
    return {
      version,
      answer: {
        nodes: Object.fromEntries(
          [...nodes.values()].map(({ id, objectid, name, label, environment, lastSeen, tags, chosen }) => [
            id,
            {
              objectid,
              name,
              kind: label,
              environment_id: environment,
              tier_zero: isTierZero(tags),
              owned: isOwned(tags),
              enabled: typeof chosen?.['enabled'] === 'boolean' ? chosen['enabled'] : null,
              last_seen: timeOf(lastSeen),
            },
          ]),
        ),
        edges: edges.map(toEdgeDto),
        shown: Object.fromEntries(keys.filter(([id]) => !nodes.has(id))),
        count,
        gone,
        truncated,
      },
    };
  }

  /** @throws NotFoundError */
  async counts(objectid: string): Promise<Versioned<EdgeCountsDto>> {
    const tierZero = await this.assetGroups.tierZeroIds();
    const { version, answer, kindsVersion } = await this.reader.ask(
      {
        name: 'edgeCounts',
        about: [{ objectid, place: 'path.object_id' }],
        args: ([node]) => ({ node: node!, tierZero }),
      },
      shownNodes,
    );
    const counted = [...answer.out, ...answer.in];
    const nameOf = await this.kinds.of(
      counted.flatMap(({ kind, peers }) => [kind, ...peers.keys()]),
      kindsVersion,
    );
    const written = ({ kind, edges, tierZero: ofTierZero, peers }: KindOfEdges) => ({
      kind: nameOf(kind),
      count: edges,
      tier_zero: ofTierZero,
      neighbours: Object.fromEntries([...peers].map(([peer, count]) => [nameOf(peer), count])),
    });
    return { version, answer: { out: answer.out.map(written), in: answer.in.map(written) } };
  }

  private async expansionOf(asked: ExpandRequest, known: KnownKinds, faults: Fault[]): Promise<Expansion> {
    const ofNodes = known.kinds.filter(({ isOfNodes }) => isOfNodes);
    const [peerKind = null] =
      asked.kind === undefined
        ? []
        : inBody('body.expand', faults, (into) => idsOf('kind', 'kind', [asked.kind!], ofNodes, into));
    const found: Fault[] = [];
    const among = await this.selections.choose(
      { kind: null },
      readConditions(asked.where ?? [], 'where', found),
      found,
    );
    faults.push(...found.map((it) => moved(it, 'body.expand')));
    return {
      direction: asked.direction,
      kinds: idsOfKinds('body.expand', asked.relationship_kinds, known, faults),
      peerKind,
      among,
      skip: asked.skip ?? 0,
      limit: asked.limit ?? mostNew,
    };
  }
}

function idsOfKinds(place: string, names: readonly string[] | undefined, known: KnownKinds, faults: Fault[]) {
  if (!names) return null;
  const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
  return inBody(place, faults, (into) => idsOf('relationship_kinds', 'kind', names, ofEdges, into));
}

/** Reads a part of a body as the parameter of the same name. */
function inBody<T>(place: string, faults: Fault[], read: (faults: Fault[]) => T): T {
  const found: Fault[] = [];
  const value = read(found);
  faults.push(...found.map((it) => moved(it, place)));
  return value;
}

function moved(fault: Fault, place: string): Fault {
  return { ...fault, context: fault.context.replace(/^query/, place) };
}
