import type { SqlValue } from '../../../database/database.js';
import { carrierKinds } from '../../kinds/kind-definitions.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { ACL_LIST, dayNumber, PRIMARY_GROUP_LIST } from '../../store/list-row.js';
import { hasOlder } from '../../store/days.js';
import type { Edge, Statement } from './remaining-lists.js';

/** Selects nodes and edges. All criteria must hold; kinds are numbers. */
export interface GraphCriteria {
  /**
   * Nodes with the kind that a source puts on all nodes that it describes or mentions, except nodes that a directory or a cloud has, too;
   * edges that begin at a node with the kind.
   */
  readonly source?: number;
  /** Nodes that neither a directory nor a cloud has. */
  readonly isSourceless?: boolean;
  /** Edges of these kinds, and no nodes. */
  readonly edgeKinds?: readonly number[];
  /** Nodes that have one of these kinds, and edges of these kinds. */
  readonly kinds?: readonly number[];
  /** Of the numbers of kinds; absent: all are of the catalogue, or there are none. */
  readonly kindsVersion?: number;
  /** This tenant or domain, in upper case, and its nodes; edges that begin there. */
  readonly environment?: string;
  /** A day, `2026-01-31`: nodes and edges that no source has stated since. Derived edges have no day. */
  readonly notSeenSince?: string;
}

/** A condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** On nodes `n`: the selected nodes, and such that a source has seen since. */
export function nodeCondition(criteria: GraphCriteria): Condition {
  const { source, isSourceless, edgeKinds, kinds, notSeenSince } = criteria;
  if (edgeKinds) return { sql: 'false', values: [] };
  const place = placeCondition(criteria);
  const values = [...place.values];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const conditions = [place.sql];
  if (source !== undefined) {
    const others = carrierKinds.filter((kind) => kind !== source);
    conditions.push(`NOT n.kinds && '{${others.join(', ')}}'`);
  }
  if (isSourceless) conditions.push(`NOT n.kinds && '{${carrierKinds.join(', ')}}'`);
  if (kinds) conditions.push(`n.kinds && ${bind(kinds)}::smallint[]`);
  if (notSeenSince) conditions.push(`n.last_seen < ${bind(notSeenSince)}::date`);
  return { sql: conditions.join(' AND '), values };
}

/** On nodes `n`: the conditions by source and environment. */
export function placeCondition({ source, environment }: GraphCriteria): Condition {
  const values: SqlValue[] = [];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const conditions = ['true'];
  if (source !== undefined) conditions.push(`n.kinds @> ARRAY[${bind(source)}::smallint]`);
  if (environment !== undefined) {
    const id = bind(environment);
    conditions.push(`(n.environment = ${id} OR n.objectid = ${id})`);
  }
  return { sql: conditions.join(' AND '), values };
}

/**
 * On lists (`listsWithDays`): those that may hold selected edges. Null if only nodes are selected, and their edges.
 */
export function listCondition({ kinds: ofAny, edgeKinds, notSeenSince }: GraphCriteria): Condition | null {
  const kinds = ofAny ?? edgeKinds;
  if (!kinds && notSeenSince === undefined) return null;
  const values: SqlValue[] = [];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (kinds) {
    const lists = kinds.includes(Kind.MemberOf) ? [...kinds, PRIMARY_GROUP_LIST] : kinds;
    conditions.push(
      `(l.list = ANY (${bind(lists)}::smallint[]) OR l.list = ${ACL_LIST} AND l.kinds && ${bind(kinds)}::smallint[])`,
    );
  }
  if (notSeenSince !== undefined) conditions.push(hasOlder(`${bind(notSeenSince)}::date`));
  return { sql: conditions.join(' AND '), values };
}

/** Tests an edge whose start is of the source and the environment. */
export function isSelectedEdge({ kinds: ofAny, edgeKinds, notSeenSince }: GraphCriteria) {
  const kinds = ofAny ?? edgeKinds;
  const firstDay = notSeenSince === undefined ? null : dayNumber(notSeenSince);
  return ({ kind }: Edge, statements: readonly Statement[]): boolean => {
    if (kinds && !kinds.includes(kind)) return false;
    if (firstDay === null) return true;
    const days = statements.flatMap(({ day }) => day ?? []);
    return days.length > 0 && days.every((day) => day < firstDay);
  };
}
