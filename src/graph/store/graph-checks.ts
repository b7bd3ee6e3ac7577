import type { IntegrityCheck } from '../../database/sql/integrity-check.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { ACL_LIST, Origin, PRIMARY_GROUP_LIST } from './list-row.js';

const list = `format('list %s of owner %s, origin %s', l.list, l.owner, l.origin)`;
const isNoKind = (number: string) => `${number} NOT IN (SELECT id FROM kind)`;
const kindIds = 'ARRAY(SELECT id FROM kind ORDER BY id)';
const node = `format('node %s (%s)', n.id, n.objectid)`;
const numbers = Object.entries(Kind).map(([name, number]) => `(${number}, '${name}')`);

/** Rules of the tables of the graph (docs/adr/0035-edge-lists.md). Readers take them for granted, because checking costs a walk. */
export const graphChecks: readonly IntegrityCheck[] = [
  {
    name: 'lists: arrays',
    rule: 'the arrays of a list are as long as its peers, which are not empty',
    places: `SELECT ${list} FROM edge_list l WHERE cardinality(peers) = 0 OR array_ndims(peers) > 1 OR array_lower(peers, 1) <> 1
      OR cardinality(kinds) <> cardinality(peers) OR cardinality(flags) <> cardinality(peers)
      OR cardinality(days) <> cardinality(peers) OR array_position(peers, NULL) IS NOT NULL`,
  },
  {
    name: 'lists: order',
    rule: 'the peers of a list are sorted, and each occurs once, or once for each kind',
    places: `SELECT ${list} FROM edge_list l WHERE EXISTS (
      SELECT FROM (SELECT peer, kind, lag(peer) OVER places AS peer_before, lag(kind) OVER places AS kind_before
        FROM unnest(l.peers, l.kinds) WITH ORDINALITY AS entry(peer, kind, place) WINDOW places AS (ORDER BY place)) entries
      WHERE (peer_before, coalesce(kind_before, 0)) >= (peer, coalesce(kind, 0)))`,
  },
  {
    name: 'lists: owners',
    rule: 'the owner of a list is a node',
    places: `SELECT ${list} FROM edge_list l LEFT JOIN node n ON n.id = l.owner WHERE n.id IS NULL`,
  },
  {
    // A peer may be a node that was removed: its id is never given again.
    name: 'lists: peers',
    rule: 'the peers of a list are ids that were given to nodes',
    places: `SELECT ${list} || ': ' || p.id FROM edge_list l CROSS JOIN LATERAL (
        SELECT min(peer) AS least, max(peer) AS id FROM unnest(l.peers) peer) p
      WHERE least < 1 OR p.id > (SELECT greatest((SELECT last_value FROM node_id_seq), (SELECT max(id) FROM node)))`,
  },
  {
    name: 'lists: kinds',
    rule: 'the kinds of edges are in the table of kinds',
    places: `SELECT ${list} FROM edge_list l
      WHERE CASE WHEN list IN (${ACL_LIST}, ${PRIMARY_GROUP_LIST}) THEN list = ${ACL_LIST} AND kinds IS NULL ELSE ${isNoKind('l.list')} END
        OR NOT kinds <@ ${kindIds}`,
  },
  {
    name: 'lists: origins',
    rule: 'a list is whole, added, derived or resolved, and only added lists have days',
    places: `SELECT ${list} FROM edge_list l WHERE origin NOT BETWEEN ${Origin.Whole} AND ${Origin.Resolved}
      OR (origin = ${Origin.Added}) <> (days IS NOT NULL)`,
  },
  {
    name: 'lists: details',
    rule: 'the details of a list belong to its peers',
    places: `SELECT ${list} FROM edge_list l CROSS JOIN LATERAL jsonb_object_keys(details) place
      WHERE CASE WHEN place ~ '^[0-9]{1,9}$' THEN place::int >= cardinality(peers) ELSE true END`,
  },
  {
    name: 'nodes: kinds',
    rule: 'the kinds of a node are in the table of kinds, and contain the kind that is shown',
    places: `SELECT ${node} FROM node n WHERE ${isNoKind('n.kind')}
      OR (n.kind <> ${Kind.Unknown} AND n.kind <> ALL (n.kinds)) OR NOT n.kinds <@ ${kindIds}`,
  },
  {
    name: 'kinds',
    rule: 'the kinds that the program knows have their numbers',
    places: `SELECT format('kind %s: %s', known.id, known.name) FROM (VALUES ${numbers.join(', ')}) known(id, name)
      WHERE NOT EXISTS (SELECT FROM kind WHERE kind.id = known.id AND kind.name = known.name)`,
  },
  {
    name: 'records: owners',
    rule: 'the object of a record is a node',
    places: `SELECT format('record %s (%s) of node %s', r.id, r.type, r.owner) FROM collector_record r
      WHERE NOT EXISTS (SELECT FROM node n WHERE n.id = r.owner)`,
  },
  {
    name: 'versions',
    rule: 'the last changes of the graph lead to its version without a gap',
    places: `SELECT format('version %s, changes %s to %s', state.version, first, last)
      FROM (SELECT max(version) AS version, count(*) AS rows FROM graph_state) state,
        (SELECT min(version) AS first, max(version) AS last, count(*) AS rows FROM graph_change) change
      WHERE state.rows <> 1 OR last <> state.version OR change.rows <> last - first + 1`,
  },
];
