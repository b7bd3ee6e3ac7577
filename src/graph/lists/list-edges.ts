import { PropertyFlag } from '../store/edge-flag.js';

/*
 * A list is (node_id, outgoing, kind): the edges into or out of a node, of one kind. Two lists are made by a property instead and
 * have kind 0: `acl`, the edges into a node with `isacl`, and `primary-group`, those out of it with `isprimarygroup`; such edges are
 * in no other list. So an edge is in at most two lists, one of its target and one of its source.
 */
const { isacl, isprimarygroup } = PropertyFlag;

/** SQL: `kind` of the list of its target that an edge is in; null: in none. */
export function kindOfIncomingList(edge: string): string {
  return listKind(edge, isacl, isprimarygroup);
}

/** SQL: `kind` of the list of its source that an edge is in; null: in none. */
export function kindOfOutgoingList(edge: string): string {
  return listKind(edge, isprimarygroup, isacl);
}

function listKind(edge: string, listed: number, other: number): string {
  return `CASE WHEN ${edge}.flags & ${listed} <> 0 THEN 0 WHEN ${edge}.flags & ${other} = 0 THEN ${edge}.kind END`;
}

/**
 * SQL: the edges `(source, kind, target, flags)` of the lists in a table `(node_id, outgoing, kind)`; an edge of two of them comes
 * twice. One branch for each way into an index, so that few lists of a node with many edges cost no more than those lists.
 */
export function edgesOfLists(lists: string): string {
  const ofKind = (end: string) =>
    `e.${end} = l.node_id AND e.kind = l.kind AND e.flags & ${isacl | isprimarygroup} = 0`;
  const select = (condition: string) =>
    `SELECT e.source, e.kind, e.target, e.flags FROM ${lists} l JOIN edge e ON ${condition}`;
  return [
    `${select(ofKind('target'))} WHERE NOT l.outgoing AND l.kind <> 0`,
    `${select(ofKind('source'))} WHERE l.outgoing AND l.kind <> 0`,
    `${select(`e.target = l.node_id AND e.flags & ${isacl} <> 0`)} WHERE NOT l.outgoing AND l.kind = 0`,
    `${select(`e.source = l.node_id AND e.flags & ${isprimarygroup} <> 0`)} WHERE l.outgoing AND l.kind = 0`,
  ].join('\nUNION ALL ');
}
