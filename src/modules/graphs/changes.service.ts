import { Injectable } from '@nestjs/common';
import { GraphNotReadyError, NotFoundError } from '../../base/errors.js';
import { locatedNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { isFollowed } from '../../graph/reach/container-states.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import type { JsonText } from '../../http/json-text.js';
import type { ChangeListRequest } from './changes.fields.js';
import type { AskedChanges, AskedPeriod, AskedWays } from './changes.query.js';
import {
  ChangesRepository,
  type EdgeChange,
  type EndsOfPoints,
  type GraphBreak,
  type NamedNode,
  type Versions,
} from './changes.repository.js';
import { hiddenStub, toEdgeEndsDto } from './edge-row.dto.js';
import type { NewWayGroupsPageDto, NewWaysPageDto, PointDto } from './new-ways.dto.js';
import { cursorAfter, type Period, PeriodsService, pointOf } from './periods.service.js';

const retrySeconds = 2;

type AskedWayList = Omit<AskedWays, 'isGrouped'> & Pick<Partial<WaysPage>, 'environments' | 'ends'>;

/** What has changed between two points of time. */
export interface ChangesBetween {
  readonly since: Date;
  readonly until: Date;
  readonly came: readonly NamedNode[];
  readonly went: readonly NamedNode[];
  readonly breaks: readonly GraphBreak[];
}

interface WaysPage {
  readonly held: boolean;
  /** Object ids; absent: all. */
  readonly environments: readonly string[] | undefined;
  /** Absent: the members of tier zero. */
  readonly ends?: EndsOfPoints | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly isGrouped: boolean;
}

/** Compares the graph with a former one. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly periods: PeriodsService,
    private readonly changes: ChangesRepository,
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly addresses: EntityAddresses,
  ) {}

  /**
   * @throws InvalidInputError if the former graph is not known
   * @throws NotFoundError if there is no such node, and was none
   */
  list({ period: asked, node }: AskedChanges, request: ChangeListRequest): Promise<JsonText> {
    return this.periods.read(asked, async (period) => {
      const objectid = node === undefined ? '' : await this.changes.findNode(period, node);
      if (objectid === null) throw new NotFoundError('query.node', `there is no node ${JSON.stringify(node)}`);
      return this.changes.listPage(period, request, objectid);
    });
  }

  /**
   * The accounts that reach tier zero, or other ends, and did not.
   * @throws InvalidInputError if the former graph is not known
   */
  newWays(
    { period: asked, reach, environments, ends }: AskedWayList,
    askedSkip: number,
    limit: number,
  ): Promise<Versioned<NewWaysPageDto>> {
    return this.periods.read(asked, async (period) => {
      const skip = period.skip ?? askedSkip;
      const page = { held: reach === 'held', environments, ends, skip, limit, isGrouped: false };
      const { version, answer, nodes, edgeOf } = await this.readWays(period, page);
      const data = answer.ways.map((way, index) => {
        const account = nodes.get(answer.accounts[index]!)!;
        return {
          objectid: account.objectid,
          name: account.name,
          kind: account.label,
          domain: account.environmentName,
          environment_id: account.environment,
          steps: way.length,
          new_steps: way.filter(({ isNew }) => isNew).length,
          way: way.map((edge) => ({ ...edgeOf(edge), is_new: edge.isNew })),
          ...(way.length === 0 && { stub: hiddenStub }),
          href: this.addresses.of(account),
        };
      });
      return {
        version,
        answer: {
          count: answer.count,
          skip,
          limit,
          ...pointsOf(period),
          cursor: cursorAfter(period, page, answer.count),
          data,
        },
      };
    });
  }

  /**
   * The same accounts, by the edge that opened their way.
   * @throws InvalidInputError if the former graph is not known
   */
  newWayGroups(
    { period: asked, reach, environments }: AskedWayList,
    askedSkip: number,
    limit: number,
  ): Promise<Versioned<NewWayGroupsPageDto>> {
    return this.periods.read(asked, async (period) => {
      const skip = period.skip ?? askedSkip;
      const page = { held: reach === 'held', environments, skip, limit, isGrouped: true };
      const { version, answer, nodes, edgeOf } = await this.readWays(period, page);
      const data = answer.groups.map(({ edge, isHidden, accounts, first }) => {
        const { objectid, name, label } = nodes.get(first)!;
        return {
          edge: edge && edgeOf(edge),
          ...(isHidden && { stub: hiddenStub }),
          accounts,
          objectid,
          name,
          kind: label,
        };
      });
      return {
        version,
        answer: {
          count: answer.count,
          skip,
          limit,
          ...pointsOf(period),
          cursor: cursorAfter(period, page, answer.count),
          data,
        },
      };
    });
  }

  /**
   * The members of tier zero that came and went, and what explains changes that nobody made.
   * @throws InvalidInputError if the former graph is not known
   */
  between(asked: AskedPeriod): Promise<ChangesBetween> {
    return this.periods.read(asked, async (period) => {
      const { endsSince, endsUntil } = await this.changes.readPoints(period);
      const [before, after] = [new Set(endsSince), new Set(endsUntil)];
      const came = endsUntil.filter((id) => !before.has(id));
      const went = endsSince.filter((id) => !after.has(id));
      const nodes = await this.changes.findNodes(period, [...came, ...went], this.kinds);
      const named = (ids: readonly number[]) => ids.flatMap((id) => nodes.get(id) ?? []);
      return {
        since: new Date(period.since.finishedAt),
        until: new Date(period.until.finishedAt),
        came: named(came),
        went: named(went),
        breaks: await this.changes.listBreaks(period),
      };
    });
  }

  /** Edges among nodes, as far as the caller sees them. @returns null if the former graph is not known */
  async among(objectids: readonly string[], versions: Versions): Promise<readonly EdgeChange[] | null> {
    if (versions.since >= versions.until) return [];
    const found = await this.changes.listAmong(objectids, versions);
    return (await this.periods.isLogged(versions.since)) ? found : null;
  }

  private async readWays(period: Period, { ends, ...page }: WaysPage) {
    const { held } = page;
    const known = await this.kinds.list();
    const kinds = known.kinds.filter((kind) => kind.isOfEdges && isFollowed(kind, held)).map(({ id }) => id);
    const found = await this.graph.ask(
      {
        name: 'newWays',
        about: [],
        kindsVersion: known.version,
        args: () => ({ ...page, kinds }),
        // After the graph was chosen, so that the log has all that this graph has.
        supply: () => this.changes.readPoints(period, ends),
      },
      locatedNodes,
      ({ ways, groups }, kindsVersion) =>
        this.kinds.of(
          [...ways.flat(), ...groups.flatMap(({ edge }) => edge ?? [])].map(({ kind }) => kind),
          kindsVersion,
        ),
    );
    const { version, answer, nodes, besides: nameOf } = found;
    if (version < period.since.version)
      throw new GraphNotReadyError('the graph in memory is older than `since`', retrySeconds);
    const edges = [...answer.ways.flat(), ...answer.groups.flatMap(({ edge }) => edge ?? [])];
    const ids = new Set(edges.flatMap(({ source, target }) => [source, target]));
    const gone = await this.changes.findGone(
      period,
      [...ids].filter((id) => !nodes.has(id)),
    );
    const nodeOf = (id: number) => nodes.get(id) ?? gone.get(id)!;
    const edgeOf = ({ source, kind, target }: (typeof edges)[number]) =>
      toEdgeEndsDto(nodeOf(source), nameOf(kind), nodeOf(target));
    return { version, answer, nodes, edgeOf };
  }
}

function pointsOf({ since, until }: Period): { readonly since: PointDto; readonly until: PointDto } {
  return { since: pointOf(since), until: pointOf(until) };
}
