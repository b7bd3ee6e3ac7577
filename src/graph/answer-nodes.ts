import type { Database } from '../database/database.js';
import { shownNodesOf, type ShownNodeRow } from './node-lookup.js';
import type { ShownNode } from './shown-node.js';
import type { KindNames } from './kinds/kind-names.js';
import { lastSeenOf } from './removal/days.js';

/** A node of an answer. */
export interface AnswerNode extends ShownNode {
  readonly id: number;
}

export interface DetailedNode extends AnswerNode {
  /** Object id of its domain or tenant. */
  readonly environment: string | null;
  /** Day (UTC) on which a source last described or mentioned it: `2026-01-31`. */
  readonly lastSeen: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface LocatedNode extends AnswerNode {
  /** Object id of its domain or tenant. */
  readonly environment: string | null;
  readonly distinguishedName: string | null;
}

interface Row extends ShownNodeRow {
  readonly version: number;
  readonly id: number;
  readonly environment: string | null;
  readonly last_seen: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly distinguishedname: string | null;
}

/** How the nodes of an answer are read. The committed version is read with the rows, as of one moment. */
export interface NodeForm<Node extends AnswerNode> {
  read(database: Database, names: KindNames, ids: readonly number[]): Promise<NodesAsOf<Node>>;
}

interface NodesAsOf<Node extends AnswerNode> {
  readonly committed: number;
  readonly kindsVersion: number;
  readonly nodes: ReadonlyMap<number, Node>;
}

/** Object id, name and kinds. */
export const shownNodes = formOf<AnswerNode>('', (_, node) => node);

/** The domain or tenant and the distinguished name, too. */
export const locatedNodes = formOf<LocatedNode>(
  ", n.environment, n.props ->> 'distinguishedname' AS distinguishedname",
  ({ environment, distinguishedname }, node) => ({ ...node, environment, distinguishedName: distinguishedname }),
);

/** The properties, too. */
export const detailedNodes = formOf<DetailedNode>(
  `, n.environment, (${lastSeenOf('n')})::text AS last_seen, n.props`,
  ({ environment, last_seen, props }, node) => ({ ...node, environment, lastSeen: last_seen, properties: props }),
);

function formOf<Node extends AnswerNode>(
  columns: string,
  nodeOf: (row: Row, node: AnswerNode) => Node,
): NodeForm<Node> {
  const statement = `
    SELECT s.version::float8 AS version, s.kinds_version::float8 AS "kindsVersion", n.id, n.objectid, n.name, n.kind, n.kinds${columns} FROM graph_state s
      LEFT JOIN node n ON n.id = ANY ($1::int[])`;
  return {
    read: async (database, names, ids) => {
      const rows = await database.prepared<Row>(statement, [ids]);
      const [first] = rows;
      if (!first) throw new Error('the graph has no state');
      const found = first.id === null ? [] : rows;
      const entities = await shownNodesOf(found, names);
      const nodes = found.map((row, index) => [row.id, nodeOf(row, { id: row.id, ...entities[index]! })] as const);
      return { committed: first.version, kindsVersion: first.kindsVersion, nodes: new Map(nodes) };
    },
  };
}
