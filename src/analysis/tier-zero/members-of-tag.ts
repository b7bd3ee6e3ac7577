import type { SqlRunner } from '../../database/database.js';
import { membersSql } from './members-sql.js';

export interface TagMember {
  readonly objectid: string;
  readonly kind: string;
  readonly name: string;
}

export interface NamedTag {
  readonly name: string;
  readonly tag: string;
  /** By their object ids. */
  readonly members: readonly TagMember[];
}

/** @returns undefined if there is no such tag */
export async function readTag(runner: SqlRunner, id: number): Promise<NamedTag | undefined> {
  const [tag] = await runner.query<{ name: string; tag: string }>('SELECT name, tag FROM asset_group WHERE id = $1', [
    id,
  ]);
  if (!tag) return undefined;
  const members = await runner.query<TagMember>(
    `SELECT n.objectid, k.name AS kind, n.name FROM asset_group g CROSS JOIN LATERAL (${membersSql('g')}) m
       JOIN node n ON n.id = m.id JOIN kind k ON k.id = n.kind
     WHERE g.id = $1 ORDER BY n.objectid`,
    [id],
  );
  return { ...tag, members };
}
