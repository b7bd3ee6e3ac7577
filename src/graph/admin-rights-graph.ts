import type { SqlRunner } from '../database/database.js';
import { principalAndGroups } from './admin-rights-statement.js';
import type { EntityRow } from './entity-rows.js';
import { Kind } from './kinds/kind-catalogue.js';

/** Ids are kept as the text that the driver gives: they are only compared and handed back. */
interface Link {
  readonly source: string;
  readonly target: string;
}

export interface GraphRow extends EntityRow {
  readonly id: string;
}

interface GraphLink extends Link {
  readonly kind: 'MemberOf' | 'AdminTo';
}

export interface GraphRows {
  readonly nodes: readonly GraphRow[];
  readonly links: readonly GraphLink[];
  readonly truncated: boolean;
}

const reach = `WITH RECURSIVE ${principalAndGroups} SELECT id FROM p`;

const memberships = `SELECT source, target FROM edge WHERE kind = ${Kind.MemberOf} AND source = ANY ($1::bigint[]) ORDER BY 1, 2`;

const holders = `SELECT id FROM unnest($1::bigint[]) AS h(id) WHERE EXISTS (
  SELECT FROM edge e JOIN node n ON n.id = e.target AND n.kind = ${Kind.Computer} WHERE e.source = h.id AND e.kind = ${Kind.AdminTo})`;

const computers = `SELECT n.id FROM node n WHERE n.kind = ${Kind.Computer} AND n.id <> ALL ($1::bigint[]) AND n.id IN (
    SELECT target FROM edge WHERE kind = ${Kind.AdminTo} AND source = ANY ($1::bigint[]))
  ORDER BY n.name, n.id LIMIT $2`;

const rights = `SELECT e.source, e.target FROM node c
    JOIN edge e ON e.target = c.id AND e.kind = ${Kind.AdminTo} AND (e.source + 0) = ANY ($1::bigint[])
  WHERE c.id = ANY ($2::bigint[]) AND c.kind = ${Kind.Computer} ORDER BY 1, 2`;

const describe = 'SELECT id, objectid, name, kind, kinds FROM node WHERE id = ANY ($1::bigint[])';

/**
 * The principal, and the paths over MemberOf from it that end in AdminTo on a computer; null where there is no such principal. Groups
 * come nearest first, then computers by name, until `maxNodes`. Runs several statements: `tx` must have one snapshot.
 */
export async function readAdminRightsGraph(
  tx: SqlRunner,
  principal: { readonly objectid: string; readonly kind: number },
  maxNodes: number,
): Promise<GraphRows | null> {
  const reached = idsOf(await tx.prepared<{ id: string }>(reach, [principal.objectid, principal.kind]));
  const [start] = reached;
  if (start === undefined) return null;
  const steps = await tx.prepared<Link>(memberships, [reached]);
  const ending = idsOf(await tx.prepared<{ id: string }>(holders, [reached]));

  const leading = nearestFirst(start, steps, leadingTo(ending, steps));
  const groups = leading.slice(0, maxNodes);
  const room = maxNodes - groups.length;
  const found = idsOf(await tx.prepared<{ id: string }>(computers, [groups, room + 1]));
  const shown = [...groups, ...found.slice(0, room)];

  const nodes = await tx.prepared<GraphRow>(describe, [shown]);
  const ends = await tx.prepared<Link>(rights, [groups, shown]);
  const inside = new Set(groups);
  const links = [
    ...steps.filter(({ source, target }) => inside.has(source) && inside.has(target)).map(memberOf),
    ...ends.map(adminTo),
  ];
  return {
    nodes: inOrder(nodes, shown),
    links,
    truncated: leading.length > groups.length || found.length > room,
  };
}

function memberOf(link: Link): GraphLink {
  return { ...link, kind: 'MemberOf' };
}

function adminTo(link: Link): GraphLink {
  return { ...link, kind: 'AdminTo' };
}

/** Everything from which one of `ends` can be reached. */
function leadingTo(ends: readonly string[], steps: readonly Link[]): Set<string> {
  const sources = neighbours(steps, 'target', 'source');
  const leading = new Set(ends);
  for (const id of leading) for (const source of sources.get(id) ?? []) leading.add(source);
  return leading;
}

/** Those of `allowed` that can be reached from `start`, in breadth-first order. */
function nearestFirst(start: string, steps: readonly Link[], allowed: ReadonlySet<string>): string[] {
  const targets = neighbours(steps, 'source', 'target');
  const seen = new Set([start]);
  for (const id of seen) {
    for (const target of targets.get(id) ?? []) if (allowed.has(target)) seen.add(target);
  }
  return [...seen];
}

function neighbours(steps: readonly Link[], from: keyof Link, to: keyof Link): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const step of steps) {
    const list = found.get(step[from]);
    if (list) list.push(step[to]);
    else found.set(step[from], [step[to]]);
  }
  return found;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function inOrder(rows: readonly GraphRow[], ids: readonly string[]): GraphRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
