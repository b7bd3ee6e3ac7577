import { ViewColumn, ViewEntity } from 'typeorm';
import { EdgeFlag, PropertyFlag } from './edge-flag.js';
import { ACL_LIST, Origin, outgoingKinds, PRIMARY_GROUP_LIST } from './list-row.js';
import { Kind } from '../kinds/kind-catalogue.js';

const outgoing = [...outgoingKinds, PRIMARY_GROUP_LIST].toSorted((one, other) => one - other).join(', ');

/** SQL: an edge, from an entry `p` of a list `l`. */
export const edgeOfEntry = {
  source: `CASE WHEN l.list IN (${outgoing}) THEN l.owner ELSE p.peer END`,
  kind: `coalesce(p.kind, CASE l.list WHEN ${PRIMARY_GROUP_LIST} THEN ${Kind.MemberOf} ELSE l.list END)::smallint`,
  target: `CASE WHEN l.list IN (${outgoing}) THEN p.peer ELSE l.owner END`,
};

/** Every edge once, though several lists may hold it. For operators, previews and tests; the graph in memory reads the lists. */
@ViewEntity({
  name: 'edge',
  expression: `
    SELECT e.source, e.kind, e.target, bit_or(e.flags)::smallint AS flags, merge_props(e.details ORDER BY e.origin, e.list) AS details
    FROM (
      SELECT ${edgeOfEntry.source} AS source,
        ${edgeOfEntry.kind} AS kind,
        ${edgeOfEntry.target} AS target,
        coalesce(p.flags, 0)
          | CASE l.list WHEN ${ACL_LIST} THEN ${PropertyFlag.isacl} WHEN ${PRIMARY_GROUP_LIST} THEN ${PropertyFlag.isprimarygroup} ELSE 0 END
          | CASE l.origin WHEN ${Origin.Whole} THEN ${EdgeFlag.Listed} WHEN ${Origin.Derived} THEN ${EdgeFlag.Derived} ELSE ${EdgeFlag.Collected} END
          AS flags,
        l.details -> (p.place - 1)::text AS details, l.origin, l.list
      FROM edge_list l JOIN node o ON o.id = l.owner
        CROSS JOIN LATERAL unnest(l.peers, l.kinds, l.flags) WITH ORDINALITY AS p(peer, kind, flags, place)
        JOIN node n ON n.id = p.peer) e
    GROUP BY e.source, e.kind, e.target`,
})
export class EdgeEntity {
  @ViewColumn() readonly source!: number;
  @ViewColumn() readonly kind!: number;
  @ViewColumn() readonly target!: number;
  /** Bits of {@link EdgeFlag} and {@link PropertyFlag}. */
  @ViewColumn() readonly flags!: number;
  /** Properties that are no flags. */
  @ViewColumn() readonly details!: Readonly<Record<string, unknown>> | null;
}
