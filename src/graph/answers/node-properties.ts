import { InvalidInputError } from '../../base/errors.js';
import { Database, type SqlRunner } from '../../database/database.js';
import type { Needs, Supplies } from '../questions/needs.js';

/** Properties of nodes by name. */
export type Properties = Readonly<Record<string, unknown>>;

/** Properties of the ids $1. $2: their names; null: all. */
const findProperties = `
  SELECT n.id, jsonb_build_object('objectid', n.objectid, 'name', n.name) || CASE WHEN $2::text[] IS NULL THEN n.props
    ELSE (SELECT COALESCE(jsonb_object_agg(key, n.props -> key), '{}') FROM unnest($2::text[]) key WHERE n.props ? key) END AS properties
  FROM node n WHERE n.id = ANY ($1::int[])`;

/** More nodes are not read from the database for one question. */
const mostNodesRead = 200_000;

/** Reads properties of nodes, in the order of the ids. @param keys null: all */
export async function readProperties(
  database: SqlRunner,
  ids: readonly number[],
  keys: readonly string[] | null,
): Promise<Properties[]> {
  if (ids.length === 0) return [];
  const rows = await database.prepared<{ id: number; properties: Properties }>(findProperties, [ids, keys]);
  const byId = new Map(rows.map(({ id, properties }) => [id, properties]));
  return ids.map((id) => byId.get(id) ?? {});
}

/** Reads the properties that conditions need and memory lacks. */
export class NodeProperties {
  constructor(private readonly database: Database) {}

  /** @throws InvalidInputError for too many nodes */
  async supply({ properties }: Needs): Promise<Supplies> {
    if (!properties) return {};
    const { ids, keys, total } = properties;
    if (total > mostNodesRead) throw tooMany(properties);
    return { properties: await readProperties(this.database, ids, keys) };
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
