import { EdgeFlag, statedFlags } from '../store/edge-flag.js';
import { kindOfIncomingList, kindOfOutgoingList } from '../lists/list-edges.js';

/**
 * SQL condition on an edge: a list that it is in was given on one of the days that fit. A list that no longer holds an edge takes it
 * along, so that whichever is known holds it.
 * @param edge alias of a table with the columns of `edge`
 * @param day condition on `c.seen_on`
 */
export function isListedOn(edge: string, day: string): string {
  const known = (end: string, lists: string, kind: string) =>
    `EXISTS (SELECT FROM collected c JOIN list_set s ON s.id = c.lists
      WHERE c.node_id = ${edge}.${end} AND ${kind} = ANY (s.${lists}) AND ${day})`;
  const incoming = known('target', 'incoming', kindOfIncomingList(edge));
  return `(${incoming} OR ${known('source', 'outgoing', kindOfOutgoingList(edge))})`;
}

/** SQL condition on edges `e` that a source states: none has stated it since the day of a parameter. Edges that are merely derived have no day. */
export function isUnseenSince(day: string): string {
  return `e.flags & ${statedFlags} <> 0
    AND NOT EXISTS (SELECT FROM edge_seen x
      WHERE (x.source, x.kind, x.target) = (e.source, e.kind, e.target) AND x.seen_on >= ${day}::date)
    AND NOT (e.flags & ${EdgeFlag.Listed} <> 0 AND ${isListedOn('e', `c.seen_on >= ${day}::date`)})`;
}
