import { currentVisibility } from '../../base/scope/request-scope.js';
import type { Database } from '../../database/database.js';
import { inParts, sizeOf } from './answer-parts.js';
import { shownNodesOf, type ShownNodeRow } from '../lookups/node-lookup.js';
import type { Chosen, ShownNode } from '../questions/pages/shown-node.js';
import type { KindNames } from '../store/kind-names.js';
import { lastSeenOf } from '../store/days.js';

/** A node of an answer, perhaps with properties that the request names. */
export interface AnswerNode extends ShownNode, Partial<Chosen> {
  readonly id: number;
}

interface SeenNode extends AnswerNode {
  /** Object id of its domain or tenant. */
  readonly environment: string | null;
  /** Day (UTC) on which a source last described or mentioned it: `2026-01-31`. */
  readonly lastSeen: string;
}

export interface DetailedNode extends SeenNode {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A node whose properties pass through unread. */
export interface TextNode extends SeenNode {
  /** JSON of the properties. */
  readonly text: string;
  /** Keys of the properties, if they are asked for. */
  readonly keys: readonly string[];
}

export interface LocatedNode extends AnswerNode {
  /** Object id of its domain or tenant. */
  readonly environment: string | null;
  /** The name of that node; its object id if it is not in the graph. */
  readonly environmentName: string | null;
  readonly distinguishedName: string | null;
}

/** The tags of the groups that contain a node, in their order. */
export interface Tagged {
  readonly tags: readonly string[];
}

interface Row extends ShownNodeRow {
  readonly version: number;
  readonly id: number;
  readonly environment: string | null;
  readonly environment_name: string | null;
  readonly last_seen: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly keys?: readonly string[];
  readonly distinguishedname: string | null;
  readonly tags: readonly string[] | null;
  readonly chosen: Readonly<Record<string, unknown>>;
}

interface NodesAsOf<Node> {
  /** The version that was committed when the last of them were read. */
  readonly committed: number;
  readonly kindsVersion: number;
  readonly nodes: ReadonlyMap<number, Node>;
}

/** Nodes of one part of a large answer. */
const nodesAtOnce = 500;

/** How the nodes of an answer are read: by one statement for each part. */
export class NodeForm<Node> {
  private readonly statement: string;

  /** @param join of the node `n`, with the ids $1 */
  constructor(
    private readonly columns: string,
    private readonly join: string,
    private readonly nodesOf: (rows: readonly Row[], nodes: readonly AnswerNode[]) => readonly Node[],
    private readonly keys: readonly string[] | null = null,
    private readonly count: (nodes: readonly Node[], bytesBefore: number) => number = () => 0,
  ) {
    this.statement = `
    SELECT s.version::float8 AS version, s.kinds_version::float8 AS "kindsVersion", n.id, n.objectid, n.name, n.kind, n.kinds${columns} FROM graph_state s
      LEFT JOIN node n ON n.id = ANY ($1::int[])${join}`;
  }

  /** With some properties in `chosen`, null for those that a node has not. */
  withProperties(keys: readonly string[]): NodeForm<Node> {
    if (keys.length === 0) return this;
    const value = "(n.props || jsonb_build_object('objectid', n.objectid, 'name', n.name)) -> key";
    const column = `, (SELECT jsonb_object_agg(key, ${value}) FROM unnest($2::text[]) key) AS chosen`;
    const nodesOf = (rows: readonly Row[], nodes: readonly AnswerNode[]) =>
      this.nodesOf(
        rows,
        nodes.map((node, index) => ({ ...node, chosen: inOrder(keys, rows[index]!.chosen) })),
      );
    return new NodeForm(this.columns + column, this.join, nodesOf, keys);
  }

  /** With the tags of groups. @param among SQL: `id` and `tag` of each node of $1 in a group */
  tagged(among: string): NodeForm<Node & Tagged> {
    const tags = `SELECT id, array_agg(DISTINCT tag ORDER BY tag) AS tags FROM (${among}) among GROUP BY id`;
    return new NodeForm(`${this.columns}, t.tags`, `${this.join} LEFT JOIN (${tags}) t ON t.id = n.id`, (rows, nodes) =>
      this.nodesOf(rows, nodes).map((node, index) => ({ ...node, tags: rows[index]!.tags ?? [] })),
    );
  }

  /**
   * As bytes of a large answer, which are written as the nodes are read, so that no objects stay in memory.
   * @param write returns the bytes of each node, or the part with all of them
   * @param requireFits is called with the number of bytes so far
   */
  written(
    write: (nodes: readonly Node[]) => Buffer | readonly Buffer[],
    requireFits: (bytes: number) => void = () => {},
  ): NodeForm<Buffer> {
    const nodesOf = (rows: readonly Row[], nodes: readonly AnswerNode[]): readonly Buffer[] => {
      const written = write(this.nodesOf(rows, nodes));
      return Buffer.isBuffer(written) ? rows.map(() => written) : written;
    };
    return new NodeForm(this.columns, this.join, nodesOf, this.keys, (nodes, before) => {
      const bytes = before + sizeOf(new Set(nodes));
      requireFits(bytes);
      return bytes;
    });
  }

  async read(database: Database, names: KindNames, ids: readonly number[]): Promise<NodesAsOf<Node>> {
    const nodes = new Map<number, Node>();
    let [committed, kindsVersion, bytes] = [0, 0, 0];
    await inParts(ids, nodesAtOnce, async (part) => {
      const rows = await database.prepared<Row>(this.statement, this.keys ? [part, this.keys] : [part]);
      // The order of the database may depend on hidden rows.
      if (currentVisibility()) rows.sort((one, other) => one.id - other.id);
      const [first] = rows;
      if (!first) throw new Error('the graph has no state');
      [committed, kindsVersion] = [first.version, first.kindsVersion];
      const found = first.id === null ? [] : rows;
      const entities = await shownNodesOf(found, names);
      const answerNodes = entities.map((entity, index) => ({ id: found[index]!.id, ...entity }));
      const made = this.nodesOf(found, answerNodes);
      bytes = this.count(made, bytes);
      for (const [index, node] of made.entries()) nodes.set(found[index]!.id, node);
    });
    return { committed, kindsVersion, nodes };
  }
}

/** PostgreSQL sorts the keys of objects. */
function inOrder(keys: readonly string[], values: Readonly<Record<string, unknown>>): Chosen['chosen'] {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}

/** Object id, name and kinds. */
export const shownNodes = new NodeForm<AnswerNode>('', '', (_, nodes) => nodes);

/** The domain or tenant and the distinguished name, too. */
export const locatedNodes = new NodeForm<LocatedNode>(
  ", n.environment, e.name AS environment_name, n.props ->> 'distinguishedname' AS distinguishedname",
  ' LEFT JOIN node e ON e.objectid = n.environment',
  (rows, nodes) =>
    nodes.map((node, index) => {
      const { environment, environment_name, distinguishedname } = rows[index]!;
      return {
        ...node,
        environment,
        environmentName: environment_name ?? environment,
        distinguishedName: distinguishedname,
      };
    }),
);

const seenColumns = `, n.environment, (${lastSeenOf('n')})::text AS last_seen`;

function seen(node: AnswerNode, { environment, last_seen }: Row): SeenNode {
  return { ...node, environment, lastSeen: last_seen };
}

/** The properties, too. */
export const detailedNodes = new NodeForm<DetailedNode>(`${seenColumns}, n.props`, '', (rows, nodes) =>
  nodes.map((node, index) => ({ ...seen(node, rows[index]!), properties: rows[index]!.props })),
);

/** The properties as text, too. */
export const textNodes = textForm('n.props::text AS text');

/** As {@link textNodes}, with the keys of the properties. */
export const keyedNodes = textForm('n.props::text AS text, ARRAY(SELECT jsonb_object_keys(n.props)) AS keys');

/** As {@link textNodes}, without any property. */
export const bareNodes = textForm("'{}' AS text");

function textForm(columns: string): NodeForm<TextNode> {
  return new NodeForm(`${seenColumns}, ${columns}`, '', (rows, nodes) =>
    nodes.map((node, index) => {
      const { text, keys = [] } = rows[index]!;
      return { ...seen(node, rows[index]!), text, keys };
    }),
  );
}
