import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { EdgeFlag } from '../store/edge-flag.js';
import { forgetting, recordsOfEdges } from './forget-records.js';
import { knownOwners } from './load-owners.js';
import { kindOfIncomingList, kindOfOutgoingList } from './list-edges.js';

/** Records that merely give lists of a node say the same whatever becomes of its properties. */
const recordsOfChangedNodes = `
  SELECT digest FROM collected
  WHERE digest IS NOT NULL AND is_described AND node_id IN (SELECT node_id FROM delta_node WHERE NOT created)`;

/** With the bits of before and of now, for it may have come to another list. */
const changedEdges = `
  SELECT source, kind, target, old AS flags FROM merged_edge WHERE old <> flags
  UNION ALL SELECT source, kind, target, flags FROM merged_edge WHERE old <> flags
  UNION ALL SELECT source, kind, target, flags FROM withdrawn_edge
  UNION ALL SELECT m.source, m.kind, m.target, m.flags FROM merged_edge m JOIN props_difference USING (source, kind, target)`;

/** Kinds of lists that somebody gives, and that edges of the payload are in while their own records don't give them. */
interface ListKinds {
  readonly incoming: readonly number[];
  readonly outgoing: readonly number[];
}

const otherLists = `
  SELECT coalesce(array_agg(o.kind) FILTER (WHERE NOT o.outgoing), '{}') AS incoming,
    coalesce(array_agg(o.kind) FILTER (WHERE o.outgoing), '{}') AS outgoing
  FROM (SELECT s.outgoing, coalesce(k.kinds[1], 0)::int AS kind
    FROM stage_other_list s LEFT JOIN stage_kinds k ON k.list = s.kind_list) o
  WHERE EXISTS (SELECT FROM list_set l WHERE o.kind = ANY (CASE WHEN o.outgoing THEN l.outgoing ELSE l.incoming END))`;

/**
 * SQL: the edges that a list of their target, or of their source, that others gave may count. Nobody has stated a new edge before, and
 * the rows of the lists that the payload gives are written anew in any case.
 * @param list SQL: the kind of the list that an edge is in
 */
const newEdges = (isGiven: 'in_given' | 'out_given', list: string, kinds: readonly number[]) => `
  SELECT m.source, m.kind, m.target, m.flags & ~${EdgeFlag.Collected} AS flags FROM merged_edge m
  WHERE m.old IS NULL AND NOT m.${isGiven} AND ${kinds.length ? `${list} IN (${kinds.join(', ')})` : 'false'}`;

const recordsOfNewEdges = ({ incoming, outgoing }: ListKinds) =>
  recordsOfEdges(
    newEdges('in_given', kindOfIncomingList('m'), incoming),
    newEdges('out_given', kindOfOutgoingList('m'), outgoing),
  );

/** What other records gave of the nodes of which the payload gives something. */
const rivals = `
  CREATE TEMP TABLE rival ON COMMIT DROP AS
  SELECT c.node_id, c.digest, s.incoming, s.outgoing
  FROM collected c JOIN list_set s ON s.id = c.lists
  WHERE c.digest IS NOT NULL AND c.node_id IN (SELECT node_id FROM ${knownOwners} k)
    AND NOT EXISTS (SELECT FROM load_owner o WHERE (o.node_id, o.lists) = (c.node_id, c.lists))`;

const contradictedRivals = `
  SELECT r.digest FROM rival r JOIN merged_edge m ON m.target = r.node_id
  WHERE m.old IS NULL AND ${kindOfIncomingList('m')} = ANY (r.incoming)
  UNION ALL SELECT r.digest FROM rival r JOIN merged_edge m ON m.source = r.node_id
  WHERE m.old IS NULL AND ${kindOfOutgoingList('m')} = ANY (r.outgoing)`;

/** Of the edges of a payload. */
export interface EdgeNews {
  /** Whether any edge is new. */
  readonly anyCreated: boolean;
  /** Whether any edge that was there has changed, or is gone. */
  readonly anyChanged: boolean;
}

/** Records of earlier payloads that would change something again after this one. Before the days of this one are noted. */
export async function forgetContradicted(script: SqlScript, { anyCreated, anyChanged }: EdgeNews): Promise<void> {
  script.add(forgetting(recordsOfChangedNodes));
  if (anyChanged) script.add(forgetting(recordsOfEdges(changedEdges)));
  if (anyCreated) await forgetNewToOtherLists(script);
  script.add(rivals);
  if (await hasRows(script, 'rival')) script.add(forgetting(contradictedRivals));
}

async function forgetNewToOtherLists(script: SqlScript): Promise<void> {
  const [kinds] = await script.query<ListKinds>(otherLists);
  if (kinds && kinds.incoming.length + kinds.outgoing.length > 0) script.add(forgetting(recordsOfNewEdges(kinds)));
}

/** What two records of the payload say, one alone might change: other properties, or another edge of a list. */
const disputedNodes = 'SELECT l.id FROM load_node l JOIN united_node u USING (objectid) WHERE u.is_disputed';
const endsOfDisputedProperties = 'SELECT unnest(ARRAY[source, target]) FROM stated_props WHERE times > 1';
const endsOfDisputedEdges = 'SELECT unnest(ARRAY[source, target]) FROM merged_edge WHERE is_disputed';

/**
 * Records of this payload that are not to be known: together they say something else than one after the other.
 * @param anyEdge whether any edge is disputed
 */
export function forgetDisputed(script: SqlScript, anyEdge: boolean): void {
  const ends = anyEdge ? `${endsOfDisputedProperties} UNION ALL ${endsOfDisputedEdges}` : endsOfDisputedProperties;
  script.add(`
    UPDATE load_owner SET digest = NULL WHERE digest IN (
      SELECT digest FROM load_owner WHERE digest IS NOT NULL AND is_described AND node_id IN (${disputedNodes})
      UNION ALL SELECT digest FROM load_owner WHERE digest IS NOT NULL AND node_id IN (${ends}))`);
}
