import { Injectable } from '@nestjs/common';
import { TagType } from '../../analysis/tier-zero/tag-type.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { InvalidInputError, NotFoundError } from '../../base/errors.js';
import type { TagMembers } from '../../graph/cypher/data/memory-query-graph.js';
import type { JsonText } from '../../http/json-text.js';
import type { AssetGroupListRequest } from './shapes/asset-groups.fields.js';
import type { MemberFilters, MemberListRequest } from './shapes/members.fields.js';
import { AssetGroupsRepository, type TagChanges, type TagDraft, type Tier } from './stored/asset-groups.repository.js';
import type { AssetGroupDraft } from './shapes/asset-groups.request.dto.js';
import { systemMembersAmong } from './stored/asset-groups.sql.js';
import { maxCollected, MembersRepository } from './stored/members.repository.js';
import { SelectorsService } from './selectors.service.js';
import { tierZeroTag } from '../../analysis/tier-zero/system-groups.js';
import type { TagListRequest, TagMemberListRequest } from './shapes/tags.fields.js';
import type { SearchTagsRequest } from './shapes/tags.request.dto.js';
import { noPosition } from './stored/tiers.repository.js';
import { isProtected, missing, type View, views } from './stored/views.js';

/**
 * Manages named sets of nodes, such as the nodes that control everything else (tier zero). Each is an asset group, and a tag: a tier or a
 * label. A node belongs to the first tier that selects it.
 */
@Injectable()
export class AssetGroupsService {
  /** SQL: `id` and `tag` of each node of $1 in a group of the service; for {@link NodeForm.tagged}. */
  readonly systemTags = systemMembersAmong;

  constructor(
    private readonly groups: AssetGroupsRepository,
    private readonly selectors: SelectorsService,
    private readonly members: MembersRepository,
    private readonly audit: AuditService,
  ) {}

  /** Another text after each change of a group or selector. */
  state(): Promise<string> {
    return this.groups.state();
  }

  list(request: AssetGroupListRequest): Promise<JsonText> {
    return this.groups.listPage(request);
  }

  listTags(request: TagListRequest): Promise<JsonText> {
    return this.groups.listTagPage(request);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<JsonText> {
    const group = await this.groups.findById(id);
    if (!group) throw missing('group', id);
    return group;
  }

  /** @throws NotFoundError */
  async getTag(id: number, shape: 'tag' | 'named tag' = 'named tag'): Promise<JsonText> {
    const tag = await this.groups.findTag(id, shape);
    if (!tag) throw missing('tag', id);
    return tag;
  }

  /** @throws ConflictError if the name or the tag is taken; InvalidInputError if an object id is ambiguous */
  async create(draft: AssetGroupDraft): Promise<JsonText> {
    const { name, tag } = draft;
    const details = { name, tag, selectors: draft.selectors.length };
    const entry = { action: 'asset_group.create', resource: 'asset-groups', details } as const;
    const selectors = await this.selectors.named(draft.selectors, 'body.selectors');
    return this.get(await this.audit.audited(entry, (note) => this.groups.insert({ name, tag, selectors }, note)));
  }

  /** @throws ConflictError if the name is taken; InvalidInputError if the position is not one of a tier */
  async createTag(draft: TagDraft): Promise<JsonText> {
    const { name, type, position } = draft;
    if (type !== TagType.Tier && position !== undefined) throw noPosition();
    const entry = { action: 'asset_group.create', resource: 'asset-group-tags', details: { name, type } } as const;
    return this.getTag(await this.audit.audited(entry, (note) => this.groups.insertTag(draft, note)), 'tag');
  }

  /** @throws NotFoundError; ConflictError for a system group or if the name is taken */
  async rename(id: number, name: string): Promise<JsonText> {
    const entry = { action: 'asset_group.update', resource: `asset-groups/${id}`, details: { name } } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireOwn('group', id, 'renamed');
      await this.groups.rename(id, name, note);
    });
    return this.get(id);
  }

  /** @throws NotFoundError; the errors of {@link AssetGroupsRepository.updateTag} */
  async updateTag(id: number, changes: TagChanges): Promise<JsonText> {
    const resource = `asset-group-tags/${id}`;
    await this.audit.audited({ action: 'asset_group.update', resource, details: { ...changes } }, async (note) => {
      if (!(await this.groups.updateTag(id, changes, note))) throw missing('tag', id);
    });
    return this.getTag(id, 'tag');
  }

  /** @throws NotFoundError; ConflictError for a group of the service */
  async delete(view: View, id: number): Promise<void> {
    const entry = { action: 'asset_group.delete', resource: `${views[view].resource}/${id}` } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireOwn(view, id, 'deleted');
      await this.groups.delete(id, note);
    });
  }

  /** @throws InvalidInputError if the body names an unknown tag */
  async searchTags({ query, tag_type, asset_group_tag_id: tagId }: SearchTagsRequest): Promise<JsonText> {
    if (tagId !== undefined && !(await this.groups.exists(tagId)))
      throw InvalidInputError.at('reference.not_found', 'body.asset_group_tag_id', `there is no tag ${tagId}`);
    // Owned counts as a label.
    const types = tag_type === TagType.Label ? [TagType.Label, TagType.Owned] : [tag_type];
    return this.groups.searchTags({ text: query, types, tagId });
  }

  /** @throws NotFoundError */
  async listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    await this.require('group', id);
    return this.members.listMembers(id, request);
  }

  /** @throws NotFoundError */
  async listTagMembers(
    tagId: number,
    environments: readonly string[],
    request: TagMemberListRequest,
  ): Promise<JsonText> {
    await this.require('tag', tagId);
    return this.members.listOf({ tagId }, environments, request);
  }

  /** @throws NotFoundError */
  async countTagMembers(tagId: number, environments: readonly string[]): Promise<JsonText> {
    await this.require('tag', tagId);
    return this.members.countOf({ tagId }, environments);
  }

  /** @throws NotFoundError */
  async getTagMember(tagId: number, nodeId: number): Promise<JsonText> {
    await this.require('tag', tagId);
    const member = await this.members.find(tagId, nodeId);
    if (member) return member;
    throw new NotFoundError('path.asset_group_member_id', `the tag ${tagId} has no member with the id ${nodeId}`);
  }

  /** @throws NotFoundError */
  async countMembers(id: number, filters: MemberFilters): Promise<JsonText> {
    await this.require('group', id);
    return this.members.countMembers(id, filters);
  }

  /**
   * The group as a collection: its members as they are now.
   * @throws NotFoundError; InvalidInputError if there are too many for one answer
   */
  async collect(id: number): Promise<JsonText> {
    const collection = await this.members.collect(id);
    if (collection === null) throw missing('group', id);
    if (typeof collection !== 'number') return collection;
    const message = `the group has ${collection} members, and one answer has at most ${maxCollected}; list the members by pages`;
    throw InvalidInputError.at('path.invalid_value', 'path.asset_group_id', message);
  }

  /** @throws NotFoundError */
  async countCustomMembers(id: number): Promise<number> {
    await this.require('group', id);
    return this.members.countCustomMembers(id);
  }

  /** @returns the ids of the nodes of the group with a tag; null if there is no such group */
  memberIds(tag: string): Promise<readonly number[] | null> {
    return this.members.findMemberIds(tag);
  }

  /** @returns the ids of the nodes of Admin Tier Zero */
  async tierZeroIds(): Promise<readonly number[]> {
    return (await this.memberIds(tierZeroTag)) ?? [];
  }

  /** The members of all groups, as queries name them. */
  tagMembers(): Promise<TagMembers[]> {
    return this.groups.listTagMembers();
  }

  /** Tier zero, then the other tiers by their ids. */
  tiers(): Promise<Tier[]> {
    return this.groups.listTiers();
  }

  tags(): Promise<string[]> {
    return this.groups.listTags();
  }

  private async require(view: View, id: number): Promise<void> {
    if (!(await this.groups.exists(id))) throw missing(view, id);
  }

  private async requireOwn(view: View, id: number, verb: string): Promise<void> {
    const kind = await this.groups.findKind(id);
    if (!kind) throw missing(view, id);
    if (kind === 'own') return;
    throw isProtected(view, id, `it can't be ${verb}`);
  }
}
