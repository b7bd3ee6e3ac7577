import { Injectable } from '@nestjs/common';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { ConflictError, InvalidInputError } from '../../../base/errors.js';
import { Database, oneRow, type SqlRunner } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { arrayToken, objectToken } from '../../../database/json-token.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../../http/list/json-of.js';
import { escapeLike, listPage } from '../../../http/list/list-page.js';
import { countMembers, groupsWithCounts, membersSql } from '../asset-groups.sql.js';
import { changedBy } from '../changed-by.js';
import { MemberCounts } from '../member-counts.repository.js';
import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import { tierZeroId } from '../system-groups.js';
import { deleteGroup, lockTiers, moveTier, openPosition } from '../tiers.repository.js';
import { tagList, type TagListRequest } from './tags.list.js';
import { tagMemberToken, tagSelectorToken, tagToken, tagWithCountsToken } from './tags.sql.js';

export interface TagDraft {
  readonly name: string;
  readonly type: number;
  readonly description: string;
  /** Undefined for the last. */
  readonly position: number | undefined;
  readonly glyph: string | null;
}

/** Undefined properties stay unchanged. */
export interface TagChanges {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly position: number | undefined;
}

interface TagSearch {
  /** Part of a name or an object id. */
  readonly text: string;
  readonly types: readonly number[];
  /** Undefined for all tags. */
  readonly tagId: number | undefined;
}

/** How often a name may occur in each part of an answer to a search. */
const maxFound = 20;

const counted = tagWithCountsToken(`COALESCE(counted.member_count, ${countMembers})`);

/** The tags that a search is about: those of types $2, or the tag $3 among them. */
const searched = '(SELECT * FROM asset_group WHERE type = ANY ($2::int[]) AND ($3::int IS NULL OR id = $3)) g';

const search = `SELECT ${objectToken({
  data: objectToken({
    tags: found(tagToken, `g.* FROM ${searched} WHERE g.name ILIKE $1`, 'g', 'name'),
    selectors: found(
      tagSelectorToken,
      `s.* FROM ${searched} JOIN asset_group_selector s ON s.asset_group_id = g.id WHERE s.name ILIKE $1`,
      's',
      'name',
    ),
    members: found(
      tagMemberToken(`sel.asset_group_id IN (SELECT id FROM ${searched})`),
      `n.* FROM node n WHERE (n.name ILIKE $1 OR n.objectid ILIKE $1) AND n.id IN
        (SELECT member.id FROM ${searched} CROSS JOIN LATERAL (${membersSql('g')}) member)`,
      'n',
      'name',
      'JOIN kind k ON k.id = n.kind',
    ),
  }),
})} AS json`;

function found(token: string, rows: string, alias: string, order: string, join = ''): string {
  const by = `${alias}.${order}, ${alias}.id`;
  return arrayToken(token, `(SELECT ${rows} ORDER BY ${by} LIMIT ${maxFound}) ${alias} ${join}`, by);
}

@Injectable()
export class TagsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: MemberCounts,
  ) {}

  async listPage(request: TagListRequest): Promise<JsonText> {
    if (!request.flags.counts)
      return listPage(this.database, tagList, request, { from: 'asset_group g', item: tagToken });
    const values = [await this.counts.ofAll()];
    return listPage(this.database, tagList, request, { from: groupsWithCounts, item: counted, values });
  }

  /** @param shape of `data`; null if there is no such tag */
  find(id: number, shape: 'tag' | 'named tag'): Promise<JsonText | null> {
    const data = shape === 'tag' ? tagToken : objectToken({ tag: tagToken });
    return jsonOf(this.database, `SELECT ${objectToken({ data })} AS json FROM asset_group g WHERE g.id = $1`, [id]);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.database.prepared('SELECT id FROM asset_group WHERE id = $1', [id])).length > 0;
  }

  search({ text, types, tagId }: TagSearch): Promise<JsonText> {
    return oneJsonOf(this.database, search, [`%${escapeLike(text)}%`, types, tagId ?? null]);
  }

  /**
   * @returns the id of the new tag
   * @throws ConflictError if the name is taken; InvalidInputError if the position is not one of a tier
   */
  insert({ name, type, description, position, glyph }: TagDraft, note: AuditNote): Promise<number> {
    return this.changing(name, async (tx) => {
      const rank = type === TagType.Tier ? await freePosition(tx, position) : null;
      const rows = await tx.query<{ id: number }>(
        `INSERT INTO asset_group (name, tag, type, description, position, glyph, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`,
        [name, programName(name), type, description, rank, glyph, changedBy()],
      );
      const { id } = oneRow(rows);
      await note(tx, { id });
      return id;
    });
  }

  /**
   * @returns false if there is no such tag
   * @throws ConflictError for a new name of a tag of the service, for another position of tier zero, or if the name is taken;
   * InvalidInputError if the position is not one of a tier
   */
  update(id: number, { name, description, position }: TagChanges, note: AuditNote): Promise<boolean> {
    return this.changing(name, async (tx) => {
      if (position !== undefined) await moveTo(tx, id, position);
      const tag = await stored(tx, id);
      if (!tag) return false;
      if (tag.isOfService && name !== undefined && name !== tag.name) throw isProtected(id, "it can't be renamed");
      await tx.query(
        `UPDATE asset_group SET name = COALESCE($2, name), description = COALESCE($3, description), updated_at = now(), updated_by = $4
         WHERE id = $1`,
        [id, name ?? null, description ?? null, changedBy()],
      );
      await note(tx);
      return true;
    });
  }

  /**
   * @returns false if there is no such tag
   * @throws ConflictError for a tag of the service
   */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if ((await stored(tx, id))?.isOfService) throw isProtected(id, "it can't be deleted");
      const isDeleted = await deleteGroup(tx, id);
      if (isDeleted) await note(tx);
      return isDeleted;
    });
  }

  private changing<T>(name: string | undefined, work: (tx: SqlRunner) => Promise<T>): Promise<T> {
    const changed = this.database.transaction(work);
    if (name === undefined) return changed;
    const message = `there is a tag with the name ${JSON.stringify(name)} or with the same letters already`;
    return unlessTaken(changed, () => ConflictError.at('resource.name_taken', 'body.name', message));
  }
}

async function stored(tx: SqlRunner, id: number): Promise<{ name: string; isOfService: boolean } | undefined> {
  const [tag] = await tx.query<{ name: string; isOfService: boolean }>(
    'SELECT name, system_group AS "isOfService" FROM asset_group WHERE id = $1',
    [id],
  );
  return tag;
}

/** The `tag` of an asset group: the name in lower case, without spaces. */
function programName(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}

async function freePosition(tx: SqlRunner, wanted: number | undefined): Promise<number> {
  const last = (await lockTiers(tx)) + 1;
  const position = wanted ?? last;
  if (position > last) throw outOfRange(last);
  await openPosition(tx, position);
  return position;
}

async function moveTo(tx: SqlRunner, id: number, position: number): Promise<void> {
  const last = await lockTiers(tx);
  const [tag] = await tx.query<{ type: number }>('SELECT type FROM asset_group WHERE id = $1', [id]);
  if (!tag) return;
  if (tag.type !== TagType.Tier)
    throw InvalidInputError.at('body.conflicting_properties', 'body.position', 'only tiers have a position');
  if (id === tierZeroId) throw isProtected(id, 'it stays the first tier');
  if (position > last) throw outOfRange(last);
  await moveTier(tx, id, position);
}

function outOfRange(last: number): InvalidInputError {
  const allowed = last < 2 ? 'there is no other tier' : `it takes an integer from 2 to ${last}`;
  return InvalidInputError.at('body.invalid_value', 'body.position', `is behind the last tier; ${allowed}`);
}

function isProtected(id: number, reason: string): ConflictError {
  const message = `the tag ${id} is a tag of the service; ${reason}`;
  return ConflictError.at('resource.protected', 'path.asset_group_tag_id', message);
}
