import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database, sqlIn } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import {
  arrayToken,
  booleanToken,
  nullTimeToken,
  numberToken,
  objectToken,
  optionalToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import { namedIds } from '../../graph/nodes-of-ids.js';
import { JsonText } from '../../http/json-text.js';
import { oneJsonOf } from '../../http/list/json-of.js';
import { listPage, listSql } from '../../http/list/list-page.js';
import { AssetGroupEntity } from '../../analysis/tier-zero/asset-group.entity.js';
import type { Selector, SelectorChanges } from './asset-groups.answer.dto.js';
import {
  assetGroupList,
  type AssetGroupListRequest,
  type MemberFilters,
  memberList,
  type MemberListRequest,
} from './asset-groups.list.js';
import type { AssetGroupDraft, SelectorDraft } from './asset-groups.request.dto.js';
import {
  countMembers,
  countsByKind,
  countVersions,
  environmentKind,
  groupsWithCounts,
  groupToken,
  isCustomMember,
  type MemberCount,
  membersSql,
} from './asset-groups.sql.js';
import { changedBy } from './changed-by.js';
import { MemberCounts } from './member-counts.repository.js';
import { beginChange, insertSelectors, replaceSelectors } from './selector-changes.repository.js';
import { deleteGroup } from './tiers.repository.js';

/** OFFSET 0 keeps the planner from inlining the count into both of its uses, which would count twice. */
const selectOne = `
  SELECT ${objectToken({ data: groupToken('counts.member_count') })} AS json, ${countVersions}, counts.member_count
  FROM ${groupsWithCounts}
    CROSS JOIN LATERAL (SELECT COALESCE(counted.member_count, ${countMembers}) AS member_count OFFSET 0) counts
  WHERE g.id = $2::integer`;

const memberIds = `SELECT ARRAY(${membersSql('g')}) AS ids FROM asset_group g WHERE g.tag = $1`;

const allMembers = `SELECT g.id, g.name, g.tag, ARRAY(${membersSql('g')}) AS members FROM asset_group g ORDER BY g.id`;

const memberItem = objectToken({
  objectID: textToken('n.objectid'),
  name: textToken('n.name'),
  label: textToken('k.name'),
  kinds: arrayToken(
    textToken('kind.name'),
    'unnest(n.kinds) WITH ORDINALITY each (id, position) JOIN kind ON kind.id = each.id',
    'each.position',
  ),
  environment_id: optionalToken(textToken('n.environment')),
  environment_kind: optionalToken(textToken(environmentKind)),
  custom_member: booleanToken(isCustomMember),
});

/** The nodes of the group $1. */
const ofGroup = `(SELECT id, position FROM asset_group WHERE id = $1) g CROSS JOIN LATERAL (${membersSql('g')}) member
  JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`;

/** Most members of a collection. */
export const maxCollected = 50_000;

const never = nullTimeToken('NULL::timestamptz');
const times = { created_at: timeToken('now()'), updated_at: timeToken('now()'), deleted_at: never };
const entry = objectToken({
  id: numberToken('n.id'),
  ...times,
  asset_group_collection_id: numberToken('$1::int'),
  object_id: textToken('n.objectid'),
  node_label: textToken('k.name'),
  properties: objectToken({ name: textToken('n.name'), objectid: textToken('n.objectid') }),
});
const collection = objectToken({
  data: `'[' || ${objectToken({ id: numberToken('$1::int'), ...times, entries: arrayToken(entry, ofGroup, 'n.id') })} || ']'`,
});

/** Reads and writes asset groups. PostgreSQL formats the JSON of reads. */
@Injectable()
export class AssetGroupsRepository {
  constructor(
    @InjectRepository(AssetGroupEntity) private readonly groups: Repository<AssetGroupEntity>,
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

  async listPage(request: AssetGroupListRequest): Promise<JsonText> {
    const counts = await this.counts.ofAll();
    // If the graph changes between the two statements, the page counts the members itself.
    return listPage(this.database, assetGroupList, request, {
      from: groupsWithCounts,
      item: groupToken(`COALESCE(counted.member_count, ${countMembers})`),
      values: [counts],
    });
  }

  /** @returns the ids of the nodes of the group with a tag; null if there is no such group */
  async findMemberIds(tag: string): Promise<number[] | null> {
    const [row] = await this.database.prepared<{ ids: number[] }>(memberIds, [tag]);
    return row ? row.ids : null;
  }

  /** All groups, each with the ids of its members. */
  listMembersOfAll(): Promise<{ id: number; name: string; tag: string; members: number[] }[]> {
    return this.database.prepared(allMembers, []);
  }

  async listTags(): Promise<string[]> {
    const groups = await this.groups.find({ select: { tag: true }, order: { id: 'ASC' } });
    return groups.map(({ tag }) => tag);
  }

  exists(id: number): Promise<boolean> {
    return this.groups.existsBy({ id });
  }

  /** @returns null if there is no such group */
  async findKind(id: number): Promise<'system' | 'own' | null> {
    const group = await this.groups.findOne({ where: { id }, select: { systemGroup: true } });
    return group && (group.systemGroup ? 'system' : 'own');
  }

  /** Returns one page of the nodes of a group; an empty page if there is no such group. */
  listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    return listPage(this.database, memberList, request, { from: ofGroup, item: memberItem, values: [id] });
  }

  countMembers(id: number, filters: MemberFilters): Promise<JsonText> {
    const { where, values } = listSql(memberList, { filters, order: [], skip: 0, limit: 0 }, [id]);
    // The last two values are those of a page.
    const sql = countsByKind(`${ofGroup} WHERE ${where}`);
    return oneJsonOf(this.database, sql, values.slice(0, -2), { isPrepared: false });
  }

  /** @returns null if there is no such group; the number of members if there are too many */
  async collect(id: number): Promise<JsonText | number | null> {
    const [group] = await this.database.prepared<{ members: number }>(
      `SELECT ${countMembers} AS members FROM asset_group g WHERE g.id = $1`,
      [id],
    );
    if (!group || group.members > maxCollected) return group?.members ?? null;
    return oneJsonOf(this.database, `SELECT ${collection} AS json`, [id]);
  }

  /** @returns null if there is no such group */
  async countCustomMembers(id: number): Promise<number | null> {
    if (!(await this.exists(id))) return null;
    const [row] = await this.database.prepared<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${ofGroup} WHERE ${isCustomMember}`,
      [id],
    );
    return row?.count ?? null;
  }

  /**
   * @returns the id of the new group
   * @throws ConflictError if the name or the tag is taken
   */
  insert({ name, tag, selectors }: AssetGroupDraft, note: AuditNote): Promise<number> {
    const inserted = this.groups.manager.transaction(async (manager) => {
      const { id } = await manager.save(
        manager.create(AssetGroupEntity, { name, tag, createdBy: changedBy(), updatedBy: changedBy() }),
      );
      if (selectors.length > 0) {
        await beginChange(sqlIn(manager), this.runs, id);
        await insertSelectors(sqlIn(manager), id, selectors);
      }
      await note(manager, { id });
      return id;
    });
    return unlessTaken(inserted, () => this.conflict({ name, tag }));
  }

  /** As {@link namedIds}. */
  namedIds(ids: readonly string[], context: string): Promise<string[]> {
    return namedIds(this.database, ids, context);
  }

  /** @throws ConflictError if the name is taken */
  async rename(id: number, name: string, note: AuditNote): Promise<void> {
    const renamed = changeOneRow(this.groups.manager, note, (manager) =>
      manager.update(AssetGroupEntity, { id }, { name, updatedBy: changedBy() }),
    );
    await unlessTaken(renamed, () => this.conflict({ name }));
  }

  /**
   * Replaces the selectors of a group. A selector that is both in the old and in the new set keeps its id.
   * @param choose receives the present selectors and returns the new ones
   * @returns null if there is no such group
   * @throws ConflictError if a new selector has the name of a system selector
   */
  changeSelectors(
    id: number,
    choose: (present: readonly Selector[]) => readonly SelectorDraft[],
    note: AuditNote,
  ): Promise<SelectorChanges | null> {
    const changed = this.database.transaction(async (tx) => {
      if (!(await beginChange(tx, this.runs, id))) return null;
      const changes = await replaceSelectors(tx, id, choose);
      await note(tx, { added: changes.added.length, removed: changes.removed.length });
      return changes;
    });
    const message = 'a selector has the name of a system selector of the group; choose another';
    return unlessTaken(changed, () => ConflictError.at('resource.name_taken', 'body.selectors', message));
  }

  delete(id: number, note: AuditNote): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (await deleteGroup(tx, id)) await note(tx);
    });
  }

  /** Reports each property of a draft that another group has already. */
  private async conflict(draft: { readonly name: string; readonly tag?: string }): Promise<ConflictError> {
    const fields = Object.entries(draft);
    const others = await this.groups.findBy(fields.map(([field, value]) => ({ [field]: value })));
    const taken = fields.filter(([field, value]) => others.some((group) => Reflect.get(group, field) === value));
    return new ConflictError(
      taken.map(([field, value]) => ({
        code: 'resource.name_taken',
        context: `body.${field}`,
        message: `there is an asset group with the ${field} ${JSON.stringify(value)} already`,
      })),
    );
  }
}
