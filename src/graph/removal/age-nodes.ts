import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag } from '../store/edge-flag.js';

/** What analysis makes for a domain is mentioned by nobody: it stays while rights are derived through it and the domain is there. */
const isNeeded = `NOT n.described
  AND EXISTS (SELECT FROM node d WHERE d.objectid = n.environment AND d.last_seen >= $1::date)
  AND (EXISTS (SELECT FROM edge e WHERE e.source = n.id AND e.flags & ${EdgeFlag.Derived} <> 0)
    OR EXISTS (SELECT FROM edge e WHERE e.target = n.id AND e.flags & ${EdgeFlag.Derived} <> 0))`;

/** Nodes `n` that were last seen before the day $1 and go for that. */
export const isOldNode = `n.last_seen < $1::date AND NOT (${isNeeded})`;

/** Adds to `gone_node` the nodes that are too old. */
export async function ageNodes(tx: SqlRunner, firstDay: string): Promise<void> {
  await tx.query(`INSERT INTO gone_node SELECT n.id, n.kind FROM node n WHERE ${isOldNode}`, [firstDay]);
}
