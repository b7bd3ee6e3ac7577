import { Kind } from '../kinds/kind-catalogue.js';
import { Origin, PRIMARY_GROUP_LIST } from './list-row.js';
import { dayOfNode, dayOfRecord, firstStoredDay, recordsWithDays } from './renewed-days.js';

/**
 * SQL: the day of a whole list `l` of a node `o`, given by a record `r`. A list that no record with an identity gave is as old as its node.
 */
export const dayOfList = `coalesce(${dayOfRecord}, ${dayOfNode('o')})`;

/** SQL: FROM clause with the lists `l`, their owners `o` and their records `r`. */
export const listsWithDays = `edge_list l JOIN node o ON o.id = l.owner LEFT JOIN node_days nd ON nd.block = o.id >> 9
  LEFT JOIN (${recordsWithDays}) ON r.id = l.record`;

/**
 * SQL condition on {@link listsWithDays}: a statement of the list is older than a day. Derived lists have no day.
 * @param day SQL: a date that may depend on `l`; null: nothing is older
 */
export function hasOlder(day: string): string {
  return `CASE l.origin WHEN ${Origin.Whole} THEN ${dayOfList} < ${day}
    WHEN ${Origin.Added} THEN ${day} - ${firstStoredDay} > ANY (l.days) ELSE false END`;
}

/**
 * SQL: ids of the nodes that a source has described or mentioned since a day, or whose records it has repeated; some repeatedly.
 * @param day SQL: a date
 */
export function describedSince(day: string): string {
  return `
    SELECT n.id FROM node n LEFT JOIN node_days nd ON nd.block = n.id >> 9 WHERE ${dayOfNode('n')} >= ${day}
    UNION ALL SELECT r.owner FROM ${recordsWithDays} WHERE ${dayOfRecord} >= ${day}
    UNION ALL SELECT n.id FROM ${recordsWithDays} JOIN node n ON n.record = r.id WHERE ${dayOfRecord} >= ${day}`;
}

/**
 * SQL: ids of the nodes that lists of a day or of later days name, their owners too.
 * @param day SQL: a date that may depend on `l`
 */
export function namedSince(day: string): string {
  return `
    SELECT DISTINCT p.id FROM ${listsWithDays}
      CROSS JOIN LATERAL unnest(l.owner || l.peers, (SELECT max(each) FROM unnest(l.days) each) || l.days) p(id, day)
    WHERE l.origin = ${Origin.Whole} AND ${dayOfList} >= ${day} OR l.origin = ${Origin.Added} AND p.day >= ${day} - ${firstStoredDay}`;
}

/** SQL: ids of nodes with derived edges, some repeatedly. */
export const endsOfDerivedEdges = `
  SELECT unnest(ARRAY[l.owner, n.id]) AS id FROM edge_list l CROSS JOIN LATERAL unnest(l.peers) p(id) JOIN node n ON n.id = p.id
  WHERE l.origin = ${Origin.Derived}`;

/** SQL: number of the day on which a list states one of its edges; null if the edge is derived. */
function dayOfEntry(ofAdded: string): string {
  return `CASE l.origin WHEN ${Origin.Whole} THEN (${dayOfList} - ${firstStoredDay})::smallint ELSE ${ofAdded} END`;
}

const inGroups = `
  SELECT l.owner AS grp, p.id AS member, l.origin, ${dayOfEntry('p.day')} AS day
  FROM ${listsWithDays} CROSS JOIN LATERAL unnest(l.peers, l.days) p(id, day) WHERE l.list = ${Kind.MemberOf}`;

/**
 * SQL: memberships that are in the list of their group and in the list of their member's primary group. Each is two rows in the form of lists
 * of one entry, as the other end states it: of Ann in Staff, a row of Staff from Ann's primary group, and a row of Ann from Staff's members.
 */
export const membershipsOfBothEnds = `
  SELECT side.owner, side.list, side.origin, ARRAY[side.peer] AS peers, side.day
  FROM (${inGroups}) g JOIN (${listsWithDays}) ON l.owner = g.member
    CROSS JOIN LATERAL (VALUES
      (g.grp, ${Kind.MemberOf}::smallint, l.origin, g.member, ${dayOfEntry('l.days[array_position(l.peers, g.grp)]')}),
      (g.member, ${PRIMARY_GROUP_LIST}::smallint, g.origin, g.grp, g.day)) side(owner, list, origin, peer, day)
  WHERE l.list = ${PRIMARY_GROUP_LIST} AND g.grp = ANY (l.peers)`;

/** SQL: the day on which a source last described or mentioned a node, or repeated a record that describes it. */
export function lastSeenOf(node: string): string {
  return `greatest((SELECT ${dayOfNode(node)} FROM node_days nd WHERE nd.block = ${node}.id >> 9), ${node}.last_seen,
    (SELECT max(${dayOfRecord}) FROM ${recordsWithDays} WHERE r.owner = ${node}.id OR r.id = ${node}.record))`;
}
