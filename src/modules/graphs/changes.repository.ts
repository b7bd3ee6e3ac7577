import { Injectable } from '@nestjs/common';
import { currentVisibility, seeingAll } from '../../base/scope/request-scope.js';
import { Database, oneRow } from '../../database/database.js';
import { arrayToken, numberToken, objectToken, plainTextToken } from '../../database/sql/json-token.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import type { KindNames } from '../../graph/store/kind-names.js';
import { allGone, anyNode, breaks, changes, goneNodes, twoPoints } from '../../graph/store/changes.sql.js';
import { namedIds } from '../../graph/store/nodes-of-ids.js';
import type { TwoPoints } from '../../graph/questions/reachability/new-ways.js';
import type { JsonText } from '../../http/json-text.js';
import { oneJsonOf } from '../../http/list/json-of.js';
import { listSql } from '../../http/list/list-page.js';
import { breakShape, changeGroupShape, changeList, type ChangeListRequest, changeShape } from './changes.fields.js';
import { type Period, pointOf } from './periods.service.js';

export interface NamedNode {
  readonly objectid: string;
  readonly name: string;
  readonly label: string;
}

/** Versions of the graph. */
export interface Versions {
  readonly since: number;
  readonly until: number;
}

/** The ends are object ids. */
export interface EdgeChange {
  readonly change: 'came' | 'went';
  readonly source: string;
  readonly kind: string;
  readonly target: string;
}

export interface GraphBreak {
  readonly at: Date;
  readonly reason: string;
}

/** Object ids of the ends of ways at two points. */
export interface EndsOfPoints {
  readonly since: readonly string[];
  readonly until: readonly string[];
}

const countOf = (change: string) => `count(*) FILTER (WHERE change = '${change}') AS ${change}`;

const groups = `
  (SELECT type, kind, environment_id, domain, ${countOf('came')}, ${countOf('went')}, ${countOf('changed')}
    FROM asked GROUP BY type, kind, environment_id, domain) c`;

/** The changes of one node, its edges with them. */
const asked = `asked AS MATERIALIZED (SELECT * FROM change WHERE $5::text = '' OR $5 IN (source, target))`;

const edgesAmong = `
  SELECT change, source, kind, target FROM change WHERE type = 'edge' AND source = ANY ($3::text[]) AND target = ANY ($3::text[])
  ORDER BY source, kind, target LIMIT 1000`;

/** Reads the log of changes. PostgreSQL formats the JSON. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {}

  /** The object id of a node that there is, or was; null if there was none. */
  async findNode({ since }: Period, given: string): Promise<string | null> {
    const [objectid = given] = await namedIds(this.database, [given], 'query.node');
    const found = await this.database.query(anyNode, [since.version, objectid]);
    return found.length > 0 ? objectid : null;
  }

  /** One page of the changes, with the numbers of all of them. @param node object id; empty: of all nodes */
  listPage({ since, until, skip }: Period, given: ChangeListRequest, node: string): Promise<JsonText> {
    const request = { ...given, skip: skip ?? given.skip };
    const versions = [since.version, until.version];
    const points = [since, until].map((point) => JSON.stringify(pointOf(point)));
    const { where, orderBy, page, values } = listSql(changeList, request, [...versions, ...points, node]);
    const rows = `SELECT ${changeShape.token} AS item FROM asked c WHERE ${where} ORDER BY ${orderBy} ${page}`;
    const count = `(SELECT count(*) FROM asked c WHERE ${where})`;
    const [from, most] = [`$${values.length - 1}::bigint`, `$${values.length}::bigint`];
    const next = `CASE WHEN ${from} + ${most} < ${count} THEN concat_ws('-', $1, $2, ${from} + ${most}) ELSE $2::text END`;
    const envelope = objectToken({
      count: numberToken(count),
      skip: numberToken(from),
      limit: numberToken(most),
      since: '$3::text',
      until: '$4::text',
      cursor: plainTextToken(next),
      breaks: arrayToken(breakShape.token, breaks, 'l.id'),
      groups: arrayToken(changeGroupShape.token, groups, 'c.type, c.kind, c.environment_id'),
      data: `(SELECT '[' || COALESCE(string_agg(item, ','), '') || ']' FROM (${rows}) rows)`,
    });
    return oneJsonOf(this.database, `${changes}, ${asked} SELECT ${envelope}`, values, { isPrepared: false });
  }

  /** Edges among nodes. */
  listAmong(objectids: readonly string[], { since, until }: Versions): Promise<EdgeChange[]> {
    return this.database.query<EdgeChange>(`${changes} ${edgesAmong}`, [since, until, objectids]);
  }

  /** Edges of the whole graph, over which ways lead; ends that the caller sees. @param ends absent: the members of tier zero */
  async readPoints({ since, until }: Period, ends?: EndsOfPoints): Promise<TwoPoints> {
    const read = async () => ({
      ...oneRow(await this.database.query<TwoPoints>(twoPoints, [since.version, until.version])),
      ...(ends && { endsSince: await this.idsOf(ends.since), endsUntil: await this.idsOf(ends.until) }),
    });
    if (!currentVisibility()) return read();
    const points = await seeingAll(read);
    const gone = await this.database.query<{ id: number }>(allGone, [since.version]);
    const seenGone = gone.map(({ id }) => id);
    const present = await this.database.query<{ id: number }>('SELECT id FROM node WHERE id = ANY ($1::int[])', [
      [...points.endsSince, ...points.endsUntil],
    ]);
    const seen = new Set([...seenGone, ...present.map(({ id }) => id)]);
    const [endsSince, endsUntil] = [points.endsSince, points.endsUntil].map((ids) => ids.filter((id) => seen.has(id)));
    return { ...points, endsSince: endsSince!, endsUntil: endsUntil!, seenGone };
  }

  private async idsOf(objectids: readonly string[]): Promise<number[]> {
    const sql = 'SELECT id FROM node WHERE objectid = ANY ($1::text[])';
    return (await this.database.query<{ id: number }>(sql, [objectids])).map(({ id }) => id);
  }

  /** What explains changes that nobody made, in the order of time. */
  listBreaks({ since, until }: Period): Promise<GraphBreak[]> {
    const sql = `SELECT l.logged_at AS at, l.reason FROM ${breaks} ORDER BY l.id`;
    return this.database.query<GraphBreak>(sql, [since.version, until.version]);
  }

  /** Nodes by id, removed ones with them. */
  async findNodes(period: Period, ids: readonly number[], kinds: KindNames): Promise<ReadonlyMap<number, NamedNode>> {
    if (ids.length === 0) return new Map();
    const { nodes } = await shownNodes.read(this.database, kinds, ids);
    const gone = await this.findGone(
      period,
      ids.filter((id) => !nodes.has(id)),
    );
    return new Map<number, NamedNode>([...gone, ...nodes]);
  }

  /** Removed nodes by id. */
  async findGone({ since }: Period, ids: readonly number[]): Promise<ReadonlyMap<number, NamedNode>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<NamedNode & { readonly id: number }>(goneNodes, [since.version, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
