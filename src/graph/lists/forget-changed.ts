import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { EdgeFlag } from '../edge-flag.js';
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

/**
 * SQL: whether a list of its target, or of its source, that others gave may count an edge of `merged_edge m`. Nobody has stated a new edge
 * before, and the rows of the lists that the payload gives are written anew in any case.
 */
const isNewIn = {
  incoming: `m.old IS NULL AND NOT m.in_given AND ${kindOfIncomingList('m')} IN (SELECT unnest(incoming) FROM list_set)`,
  outgoing: `m.old IS NULL AND NOT m.out_given AND ${kindOfOutgoingList('m')} IN (SELECT unnest(outgoing) FROM list_set)`,
};

/** SQL: of an edge of `merged_edge m`. */
export const isNewToOtherLists = `(${isNewIn.incoming} OR ${isNewIn.outgoing})`;

const newEdges = (lists: keyof typeof isNewIn) => `
  SELECT m.source, m.kind, m.target, m.flags & ~${EdgeFlag.Collected} AS flags FROM merged_edge m WHERE ${isNewIn[lists]}`;

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
  /** Whether any edge that was there has changed, or is gone. */
  readonly anyChanged: boolean;
  /** Whether any edge is new to a list that the payload doesn't give. */
  readonly anyNewToOtherLists: boolean;
}

/** Records of earlier payloads that would change something again after this one. Before the days of this one are noted. */
export async function forgetContradicted(script: SqlScript, news: EdgeNews): Promise<void> {
  script.add(forgetting(recordsOfChangedNodes));
  if (news.anyChanged) script.add(forgetting(recordsOfEdges(changedEdges)));
  if (news.anyNewToOtherLists) script.add(forgetting(recordsOfEdges(newEdges('incoming'), newEdges('outgoing'))));
  script.add(rivals);
  if (await hasRows(script, 'rival')) script.add(forgetting(contradictedRivals));
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
