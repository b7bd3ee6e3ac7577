import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { readTagMembers } from '../../../analysis/tier-zero/tag-members.js';
import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { ConflictError, fault } from '../../../base/errors.js';
import { Database, oneRow, type SqlRunner } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { objectToken } from '../../../database/sql/json-token.js';
import type { TagMembers } from '../../../graph/cypher/data/memory-query-graph.js';
import { JsonText } from '../../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../../http/list/json-of.js';
import { escapeLike, listPage } from '../../../http/list/list-page.js';
import { assetGroupList, type AssetGroupListRequest, assetGroupShape } from '../shapes/asset-groups.fields.js';
import type { AssetGroupDraft } from '../shapes/asset-groups.request.dto.js';
import { countMembers, countVersions, groupsWithCounts, type MemberCount } from './asset-groups.sql.js';
import { changedBy } from './changed-by.js';
import { MemberCounts } from './member-counts.repository.js';
import { beginChange, insertSelectors } from './selector-changes.repository.js';
import { tagSearch } from '../shapes/tag-search.fields.js';
import { oneTag, tagList, type TagListRequest, tagShape } from '../shapes/tags.fields.js';
import { deleteGroup, freePosition, moveTier } from './tiers.repository.js';
import { isProtected } from './views.js';

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
  /** Null: no icon. */
  readonly glyph?: string | null | undefined;
}

/** A tag that is a tier. */
export interface Tier {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
}

interface TagSearch {
  /** Part of a name or an object id. */
  readonly text: string;
  readonly types: readonly number[];
  /** Undefined for all tags. */
  readonly tagId: number | undefined;
}

/** OFFSET 0 keeps the planner from inlining the count into both of its uses, which would count twice. */
const selectOne = `
  SELECT ${objectToken({ data: assetGroupShape.tokenFor({ members: 'counts.member_count' }) })} AS json, ${countVersions}, counts.member_count
  FROM ${groupsWithCounts}
    CROSS JOIN LATERAL (SELECT COALESCE(counted.member_count, ${countMembers}) AS member_count OFFSET 0) counts
  WHERE g.id = $2::integer`;

/** The ids of rows with the transactions that wrote them. */
const writesOf = (table: string) => `(SELECT string_agg(id || '.' || xmin, ',' ORDER BY id) FROM ${table})`;

const stateSql = `SELECT md5(concat(${writesOf('asset_group')}, '-', ${writesOf('asset_group_selector')})) AS state`;

// If the graph changes between the counts and the page, the page counts the members itself.
const memberCount = `COALESCE(counted.member_count, ${countMembers})`;

const search = `SELECT ${objectToken({ data: tagSearch })} AS json`;

/** Reads and writes groups, which are tags too. PostgreSQL formats the JSON of reads. */
@Injectable()
export class AssetGroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: MemberCounts,
    private readonly runs: AnalysisRuns,
  ) {}

  /** @returns `{ data: <group> }` with the current number of members; null if there is no such group */
  async findById(id: number): Promise<JsonText | null> {
    const values = [this.counts.ofOne(id), id];
    const [row] = await this.database.prepared<MemberCount & { json: string }>(selectOne, values);
    if (!row) return null;
    const { json, ...count } = row;
    this.counts.remember(count);
    return new JsonText(json);
  }

  /** Another text after each change of a group or selector. Members also change by the graph and its analysis. */
  async state(): Promise<string> {
    return oneRow(await this.database.prepared<{ state: string }>(stateSql)).state;
  }

  /** @param shape of `data`; null if there is no such tag */
  findTag(id: number, shape: 'tag' | 'named tag'): Promise<JsonText | null> {
    const data = (shape === 'tag' ? tagShape : oneTag).tokenFor({});
    return jsonOf(this.database, `SELECT ${objectToken({ data })} AS json FROM asset_group g WHERE g.id = $1`, [id]);
  }

  async listPage(request: AssetGroupListRequest): Promise<JsonText> {
    const values = [await this.counts.ofAll()];
    return listPage(this.database, assetGroupList, request, {
      from: groupsWithCounts,
      item: assetGroupShape.tokenFor({ members: memberCount }),
      values,
    });
  }

  async listTagPage(request: TagListRequest): Promise<JsonText> {
    if (!request.flags.counts)
      return listPage(this.database, tagList, request, { from: 'asset_group g', item: tagShape.tokenFor({}) });
    const [item, values] = [tagShape.tokenFor({ members: memberCount }), [await this.counts.ofAll()]];
    return listPage(this.database, tagList, request, { from: groupsWithCounts, item, values });
  }

  /** The members of all groups, as queries name them. */
  listTagMembers(): Promise<TagMembers[]> {
    return readTagMembers(this.database);
  }

  listTiers(): Promise<Tier[]> {
    return this.database.query<Tier>('SELECT id, name, tag FROM asset_group WHERE type = 1 ORDER BY id');
  }

  async listTags(): Promise<string[]> {
    const groups = await this.database.query<{ tag: string }>('SELECT tag FROM asset_group ORDER BY id');
    return groups.map(({ tag }) => tag);
  }

  searchTags({ text, types, tagId }: TagSearch): Promise<JsonText> {
    return oneJsonOf(this.database, search, [`%${escapeLike(text)}%`, types, tagId ?? null]);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.findKind(id)) !== null;
  }

  /** @returns null if there is no such group */
  async findKind(id: number): Promise<'system' | 'own' | null> {
    const sql = 'SELECT system_group AS "isOfService" FROM asset_group WHERE id = $1';
    const [group] = await this.database.prepared<{ isOfService: boolean }>(sql, [id]);
    return group ? (group.isOfService ? 'system' : 'own') : null;
  }

  /**
   * @returns the id of the new group
   * @throws ConflictError if the name or the tag is taken
   */
  insert({ name, tag, selectors }: AssetGroupDraft, note: AuditNote): Promise<number> {
    const inserted = this.database.transaction(async (tx) => {
      const label = { type: TagType.Label, description: '', position: null, glyph: null };
      const id = await insertGroup(tx, { ...label, name, tag });
      if (selectors.length > 0) {
        await beginChange(tx, this.runs, id);
        await insertSelectors(tx, id, selectors);
      }
      await note(tx, { id });
      return id;
    });
    return unlessTaken(inserted, () => this.conflict({ name, tag }));
  }

  /**
   * @returns the id of the new tag
   * @throws ConflictError if the name is taken; InvalidInputError if the position is not one of a tier
   */
  insertTag(draft: TagDraft, note: AuditNote): Promise<number> {
    const inserted = this.database.transaction(async (tx) => {
      const position = draft.type === TagType.Tier ? await freePosition(tx, draft.position) : null;
      const tag = draft.name.toLowerCase().replaceAll(' ', '_');
      const id = await insertGroup(tx, { ...draft, tag, position });
      await note(tx, { id });
      return id;
    });
    return unlessTaken(inserted, () => tagNameTaken(draft.name));
  }

  /** @throws ConflictError if the name is taken */
  async rename(id: number, name: string, note: AuditNote): Promise<void> {
    const renamed = this.database.transaction(async (tx) => {
      if (await updateGroup(tx, id, { name })) await note(tx);
    });
    await unlessTaken(renamed, () => this.conflict({ name }));
  }

  /**
   * @returns false if there is no such tag
   * @throws ConflictError for a new name of a tag of the service, for another position of tier zero, or if the name is taken;
   * InvalidInputError if the position is not one of a tier
   */
  updateTag(id: number, { name, description, position, glyph }: TagChanges, note: AuditNote): Promise<boolean> {
    const updated = this.database.transaction(async (tx) => {
      if (position !== undefined) await moveTier(tx, id, position);
      const sql = 'SELECT FROM asset_group WHERE id = $1 AND system_group AND name <> $2';
      if (name !== undefined && (await tx.query(sql, [id, name])).length > 0)
        throw isProtected('tag', id, "it can't be renamed");
      if (!(await updateGroup(tx, id, { name, description, glyph }))) return false;
      await note(tx);
      return true;
    });
    return name === undefined ? updated : unlessTaken(updated, () => tagNameTaken(name));
  }

  delete(id: number, note: AuditNote): Promise<void> {
    return this.database.transaction(async (tx) => {
      const name = await deleteGroup(tx, id);
      if (name !== null) await note(tx, { name });
    });
  }

  /** Reports each property of a draft that another group has already. */
  private async conflict({ name, tag }: { readonly name: string; readonly tag?: string }): Promise<ConflictError> {
    const taken = await this.database.query<{ field: string; value: string }>(
      `SELECT field, value FROM (VALUES ('name', $1::text), ('tag', $2::text)) draft (field, value)
       WHERE EXISTS (SELECT FROM asset_group g WHERE CASE field WHEN 'name' THEN g.name ELSE g.tag END = value)`,
      [name, tag ?? null],
    );
    return new ConflictError(
      taken.map(({ field, value }) =>
        fault(
          'resource.name_taken',
          `body.${field}`,
          `there is an asset group with the ${field} ${JSON.stringify(value)} already`,
        ),
      ),
    );
  }
}

function tagNameTaken(name: string): ConflictError {
  const message = `there is a tag with the name ${JSON.stringify(name)} or with the same letters already`;
  return ConflictError.at('resource.name_taken', 'body.name', message);
}

interface GroupRow extends Omit<TagDraft, 'position'> {
  readonly tag: string;
  readonly position: number | null;
}

async function insertGroup(
  tx: SqlRunner,
  { name, tag, type, description, position, glyph }: GroupRow,
): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO asset_group (name, tag, type, description, position, glyph, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`,
    [name, tag, type, description, position, glyph, changedBy()],
  );
  return oneRow(rows).id;
}

/** @returns false if there is no such group */
async function updateGroup(
  tx: SqlRunner,
  id: number,
  { name, description, glyph }: Partial<TagChanges>,
): Promise<boolean> {
  const updated = await tx.query(
    `UPDATE asset_group SET name = COALESCE($2, name), description = COALESCE($3, description),
       glyph = CASE WHEN $4 THEN $5 ELSE glyph END, updated_at = now(), updated_by = $6
     WHERE id = $1 RETURNING id`,
    [id, name ?? null, description ?? null, glyph !== undefined, glyph ?? null, changedBy()],
  );
  return updated.length > 0;
}
