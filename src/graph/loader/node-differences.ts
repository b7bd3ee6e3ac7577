import type { SqlScript } from '../../database/sql-script.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { primaryKind, unitedLists } from '../kinds/kind-sql.js';
import { nameAndEnvironment } from './node-columns.js';

/** What nodes become of which the payload says something new. `first_kinds` lead `other_kinds`. */
export const differenceTable = `
  CREATE TEMP TABLE node_difference (id bigint, is_new boolean, old_kind smallint, old_name text COLLATE "C",
    objectid text COLLATE "C", described boolean, props jsonb, first_kinds smallint[], other_kinds smallint[]) ON COMMIT DROP`;

/** What any two lists of kinds become, once for each pair. */
const uniteKinds = `
  CREATE TEMP TABLE united_kinds ON COMMIT DROP AS
  SELECT u.*, ${primaryKind('u.kinds')} AS kind
  FROM (SELECT first_kinds, other_kinds, ${unitedLists('first_kinds', 'other_kinds')} AS kinds
    FROM (SELECT DISTINCT first_kinds, other_kinds FROM node_difference) d OFFSET 0) u`;

const becoming = `
  SELECT d.*, u.kind, u.kinds, ${nameAndEnvironment('d.objectid', 'd.props')}
  FROM node_difference d JOIN united_kinds u USING (first_kinds, other_kinds)`;

const updateKnown = `
  WITH updated AS (
    UPDATE node n SET kind = d.kind, kinds = d.kinds, name = d.name, environment = d.environment,
      described = d.described, last_seen = greatest(n.last_seen, $1::date), props = d.props
    FROM (${becoming}) d WHERE NOT d.is_new AND n.id = d.id
    RETURNING n.id, (n.kind, n.name) IS DISTINCT FROM (d.old_kind, d.old_name) AS shown,
      (n.kind = ${Kind.Computer})::int - (d.old_kind = ${Kind.Computer})::int AS computers)
  INSERT INTO delta_node SELECT id, false, shown, computers FROM updated`;

const updateNew = `
  UPDATE load_node l SET kind = u.kind, kinds = u.kinds
  FROM node_difference d JOIN united_kinds u USING (first_kinds, other_kinds) WHERE d.is_new AND l.id = d.id`;

/** Writes what is in `node_difference`, and empties it. */
export function writeDifferences(script: SqlScript, seenOn: string): void {
  script.add('ANALYZE node_difference (id, is_new, first_kinds, other_kinds)');
  script.add(uniteKinds);
  script.add('ANALYZE united_kinds');
  script.add(updateKnown, [seenOn]);
  script.add(updateNew);
  script.add('TRUNCATE node_difference; DROP TABLE united_kinds');
}
