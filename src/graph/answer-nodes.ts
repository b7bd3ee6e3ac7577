import type { Database } from '../database/database.js';
import { inParts } from './answer-parts.js';
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

/** How the nodes of an answer are read. */
export interface NodeForm<Node> {
  read(database: Database, names: KindNames, ids: readonly number[]): Promise<NodesAsOf<Node>>;
}

interface NodesAsOf<Node> {
  /** The version that was committed when the last of them were read. */
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
const details = `, n.environment, (${lastSeenOf('n')})::text AS last_seen, n.props`;
const detailed = ({ environment, last_seen, props }: Row, node: AnswerNode): DetailedNode => ({
  ...node,
  environment,
  lastSeen: last_seen,
  properties: props,
});
export const detailedNodes = formOf(details, detailed);

/**
 * Nodes as bytes of a large answer, which are written as the nodes are read, so that no objects stay in memory. Each node has the part
 * that it is written in.
 */
export function writtenNodes(write: (nodes: readonly DetailedNode[]) => Promise<Buffer>): NodeForm<Buffer> {
  return formOf(details, detailed, async (nodes) => {
    const part = await write(nodes);
    return nodes.map(() => part);
  });
}

/** Nodes of one part of a large answer. */
const nodesAtOnce = 500;

function formOf<Node>(columns: string, nodeOf: (row: Row, node: AnswerNode) => Node): NodeForm<Node>;
function formOf<Node, Shape>(
  columns: string,
  nodeOf: (row: Row, node: AnswerNode) => Node,
  shapesOf: (nodes: readonly Node[]) => Promise<readonly Shape[]>,
): NodeForm<Shape>;
function formOf<Node>(
  columns: string,
  nodeOf: (row: Row, node: AnswerNode) => Node,
  shapesOf?: (nodes: readonly Node[]) => Promise<readonly unknown[]>,
): NodeForm<unknown> {
  const statement = `
    SELECT s.version::float8 AS version, s.kinds_version::float8 AS "kindsVersion", n.id, n.objectid, n.name, n.kind, n.kinds${columns} FROM graph_state s
      LEFT JOIN node n ON n.id = ANY ($1::int[])`;
  return {
    read: async (database, names, ids) => {
      const nodes = new Map<number, unknown>();
      let [committed, kindsVersion] = [0, 0];
      await inParts(ids, nodesAtOnce, async (part) => {
        const rows = await database.prepared<Row>(statement, [part]);
        const [first] = rows;
        if (!first) throw new Error('the graph has no state');
        [committed, kindsVersion] = [first.version, first.kindsVersion];
        const found = first.id === null ? [] : rows;
        const entities = await shownNodesOf(found, names);
        const read = found.map((row, index) => nodeOf(row, { id: row.id, ...entities[index]! }));
        const shapes = shapesOf ? await shapesOf(read) : read;
        for (const [index, { id }] of found.entries()) nodes.set(id, shapes[index]);
      });
      return { committed, kindsVersion, nodes };
    },
  };
}
