import { InvalidInputError } from '../../base/errors.js';
import { Database, type SqlRunner } from '../../database/database.js';
import type { Needs, Supplies } from '../questions/needs.js';

/** Properties of nodes by name. */
export type Properties = Readonly<Record<string, unknown>>;

/** Properties of the ids $1. $2: their names; null: all. */
const propertiesOfNode = `
  jsonb_build_object('objectid', n.objectid, 'name', n.name) || CASE WHEN $2::text[] IS NULL THEN n.props
    ELSE (SELECT COALESCE(jsonb_object_agg(key, n.props -> key), '{}') FROM unnest($2::text[]) key WHERE n.props ? key) END`;

/** More nodes are not read from the database for one question. */
const mostNodesRead = 200_000;

/** Reads properties of nodes, in the order of the ids. @param keys null: all */
export async function readProperties(
  database: SqlRunner,
  ids: readonly number[],
  keys: readonly string[] | null,
): Promise<Properties[]> {
  if (ids.length === 0) return [];
  return found(await database.prepared<Found<Properties>>(statement(propertiesOfNode), [ids, keys]), ids, {});
}

/** As {@link readProperties}, as JSON that is read where it is used. */
export async function readPropertyTexts(
  database: SqlRunner,
  ids: readonly number[],
  keys: readonly string[] | null,
): Promise<string[]> {
  if (ids.length === 0) return [];
  return found(
    await database.prepared<Found<string>>(statement(`(${propertiesOfNode})::text`), [ids, keys]),
    ids,
    '{}',
  );
}

interface Found<T> {
  readonly id: number;
  readonly properties: T;
}

function statement(column: string): string {
  return `SELECT n.id, ${column} AS properties FROM node n WHERE n.id = ANY ($1::int[])`;
}

function found<T>(rows: readonly Found<T>[], ids: readonly number[], none: T): T[] {
  const byId = new Map(rows.map((row) => [row.id, row.properties]));
  return ids.map((id) => byId.get(id) ?? none);
}

/** The values of property $1 of nodes of kinds $2 that have it; null: all kinds. */
const valuesOfNodes = `
  SELECT id, props -> $1 AS value FROM node WHERE props ? $1 AND ($2::int[] IS NULL OR kind = ANY ($2)) LIMIT $3`;

/** Reads the properties that conditions need and memory lacks. */
export class NodeProperties {
  constructor(private readonly database: Database) {}

  /** @throws InvalidInputError for too many nodes */
  async supply({ properties, values }: Needs): Promise<Supplies> {
    if (values) return { values: await this.valuesOf(values) };
    if (!properties) return {};
    const { ids, keys, total } = properties;
    if (total > mostNodesRead) throw tooMany(properties);
    return { properties: await readProperties(this.database, ids, keys) };
  }

  private async valuesOf({ key, kinds }: NonNullable<Needs['values']>): Promise<NonNullable<Supplies['values']>> {
    const rows = await this.database.prepared<{ id: number; value: unknown }>(valuesOfNodes, [
      key,
      kinds,
      mostNodesRead,
    ]);
    return rows.map(({ id, value }) => [id, value]);
  }
}

function tooMany({ keys, parameter, total }: NonNullable<Needs['properties']>): InvalidInputError {
  const narrower = 'give a narrower condition, such as a kind or an environment';
  const advice = {
    where: narrower,
    start_where: narrower,
    end_where: narrower,
    sort_by: 'limit the list by a kind, an environment or a condition',
    exclude_where: 'exclude the nodes themselves by exclude_node',
  };
  return InvalidInputError.at(
    'query.too_many_nodes',
    `query.${parameter}`,
    `${keys.join(', ')} would have to be read of ${total} nodes, and at most ${mostNodesRead} are read; ${advice[parameter]}`,
  );
}
