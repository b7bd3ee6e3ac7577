import { Injectable } from '@nestjs/common';
import { GraphNotReadyError } from '../base/errors.js';
import { Database } from '../database/database.js';
import type { EntityPage, EntityPageRequest, PrincipalKind, Subgraph } from './graph-entity.js';
import { entitiesOf, type EntityRow } from './graph-entities.js';
import { Kind } from './kinds/kind-catalogue.js';
import { KindNames } from './kinds/kind-names.js';
import { GraphKeeper } from './memory/graph-keeper.js';
import { type GraphData, NodeState } from './memory/graph-data.js';
import { QueryThreads } from './questions/query-threads.js';

/** An answer and the version of the graph that it is from. */
export interface Versioned<T> {
  readonly version: number;
  readonly answer: T;
}

/** The committed version, and the principal, as of one moment. */
const findPrincipal = `
  SELECT s.version::float8 AS version, n.id FROM graph_state s
    LEFT JOIN node n ON n.objectid = $1 AND n.kinds @> ARRAY[$2::smallint]`;

/** The rows of nodes, and the committed version, as of one moment. */
const findRows = `
  SELECT s.version::float8 AS version, n.id, n.objectid, n.name, n.kind, n.kinds FROM graph_state s
    LEFT JOIN node n ON n.id = ANY ($1::int[])`;

interface FoundRow {
  readonly version: number;
  readonly id: number | null;
}

interface NodeRow extends FoundRow, EntityRow {
  readonly id: number;
}

/** Rows of nodes by id. */
type Rows = ReadonlyMap<number, NodeRow>;

/** Nodes of an answer have no rows if a large deletion is committed and not read yet. Half an answer would be a wrong one. */
const removedMeanwhile = 'nodes of the answer were removed, and the graph without them is being read';
const retrySeconds = 2;

/** A question is asked again if a change was committed meanwhile; so often, and then the answer is that of an earlier version. */
const mostRounds = 3;

/**
 * Answers questions about the graph from memory. An answer is of the version that was committed when its rows were read, unless a large change is
 * being read into memory: then it is of the former version.
 */
@Injectable()
export class GraphReader {
  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly keeper: GraphKeeper,
    private readonly threads: QueryThreads,
  ) {}

  /**
   * The computers on which the principal has AdminTo, directly or through groups of any depth, each once.
   * @returns null if no node of that kind has that object id
   */
  adminRights(kind: PrincipalKind, objectid: string, page: EntityPageRequest): Promise<Versioned<EntityPage> | null> {
    return this.ofPrincipal(kind, objectid, async (graph, principal) => {
      const { count, ids } = await this.threads.ask(graph, 'adminRights', { principal, page });
      return { ids, answer: async (rows) => ({ count, entities: await this.entities(ids, rows) }) };
    });
  }

  /**
   * The principal and the paths of MemberOf and AdminTo that give those rights, cut at `maxNodes` nodes.
   * @returns null if no node of that kind has that object id
   */
  adminRightsGraph(kind: PrincipalKind, objectid: string, maxNodes: number): Promise<Versioned<Subgraph> | null> {
    return this.ofPrincipal(kind, objectid, async (graph, principal) => {
      const paths = await this.threads.ask(graph, 'adminRightsPaths', { principal, maxNodes });
      return {
        ids: paths.ids,
        answer: async (rows) => ({
          nodes: await this.entities(paths.ids, rows),
          edges: [...edgesOf(paths.memberOf, 'MemberOf', rows), ...edgesOf(paths.adminTo, 'AdminTo', rows)],
          truncated: paths.truncated,
        }),
      };
    });
  }

  private async ofPrincipal<T>(
    kind: PrincipalKind,
    objectid: string,
    ask: (
      graph: GraphData,
      principal: number,
    ) => Promise<{ readonly ids: readonly number[]; readonly answer: (rows: Rows) => Promise<T> }>,
  ): Promise<Versioned<T> | null> {
    const [principal] = await this.database.prepared<FoundRow>(findPrincipal, [objectid.toUpperCase(), Kind[kind]]);
    if (!principal) throw new Error('the graph has no state');
    let committed = principal.version;
    for (let round = 1; ; round++) {
      const graph = await this.keeper.at(committed);
      if (principal.id === null || !((graph.state[principal.id] ?? 0) & NodeState.Exists)) return null;
      const { ids, answer } = await ask(graph, principal.id);
      const rows = await this.database.prepared<NodeRow>(findRows, [ids]);
      const version = rows[0]?.version ?? committed;
      const isStale = version !== graph.version && version !== committed;
      if (!isStale || round === mostRounds) {
        const found = new Map(rows.map((row) => [row.id, row]));
        if (ids.some((id) => !found.has(id))) throw new GraphNotReadyError(removedMeanwhile, retrySeconds);
        return { version: graph.version, answer: await answer(found) };
      }
      committed = version;
    }
  }

  private entities(ids: readonly number[], rows: Rows): Promise<EntityPage['entities']> {
    return entitiesOf(
      ids.flatMap((id) => rows.get(id) ?? []),
      this.kindNames,
    );
  }
}

function edgesOf(pairs: readonly (readonly [number, number])[], kind: string, rows: Rows): Subgraph['edges'] {
  return pairs.flatMap(([from, to]) => {
    const source = rows.get(from)?.objectid;
    const target = rows.get(to)?.objectid;
    return source === undefined || target === undefined ? [] : [{ source, target, kind }];
  });
}
