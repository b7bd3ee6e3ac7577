import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { NotFoundError } from '../../../base/errors.js';
import type { JsonText } from '../../../http/json-text.js';
import { TagMembersRepository } from './tag-members.repository.js';
import { TagSelectorsRepository } from './tag-selectors.repository.js';
import type { TagSelectorChanges, TagSelectorDraft } from './tags.request.dto.js';
import type { TagMemberListRequest, TagSelectorListRequest } from './tags.list.js';
import { noSuchTag, TagsService } from './tags.service.js';

/** Manages the selectors of tags, and shows the members of both. */
@Injectable()
export class TagSelectorsService {
  constructor(
    private readonly tags: TagsService,
    private readonly selectors: TagSelectorsRepository,
    private readonly members: TagMembersRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws NotFoundError */
  async list(tagId: number, environments: readonly string[], request: TagSelectorListRequest): Promise<JsonText> {
    await this.tags.require(tagId);
    return this.selectors.listPage(tagId, environments.map(upper), request);
  }

  /** @throws NotFoundError */
  async get(tagId: number, id: number, shape: 'selector' | 'named selector' = 'named selector'): Promise<JsonText> {
    const selector = await this.selectors.find(tagId, id, shape);
    if (!selector) throw await this.missing(tagId, id);
    return selector;
  }

  /** @throws NotFoundError; the errors of {@link TagSelectorsRepository.insert} */
  async create(tagId: number, draft: TagSelectorDraft): Promise<JsonText> {
    const resource = `asset-group-tags/${tagId}/selectors`;
    const entry = { action: 'asset_group_selector.create', resource, details: { name: draft.name } } as const;
    const id = await this.audit.audited(entry, async (note) => {
      const created = await this.selectors.insert(tagId, draft, note);
      if (created === null) throw noSuchTag(tagId);
      return created;
    });
    return this.get(tagId, id, 'selector');
  }

  /** @throws NotFoundError; the errors of {@link TagSelectorsRepository.update} */
  async update(tagId: number, id: number, changes: TagSelectorChanges): Promise<JsonText> {
    const resource = `asset-group-tags/${tagId}/selectors/${id}`;
    const { isDisabled } = changes;
    const details = { changed: Object.keys(changes), ...(isDisabled !== undefined && { disabled: isDisabled }) };
    await this.audit.audited({ action: 'asset_group_selector.update', resource, details }, async (note) => {
      if (!(await this.selectors.update(tagId, id, changes, note))) throw await this.missing(tagId, id);
    });
    return this.get(tagId, id, 'selector');
  }

  /** @throws NotFoundError; ConflictError for a rule of the service */
  async delete(tagId: number, id: number): Promise<void> {
    const resource = `asset-group-tags/${tagId}/selectors/${id}`;
    await this.audit.audited({ action: 'asset_group_selector.delete', resource }, async (note) => {
      if (!(await this.selectors.delete(tagId, id, note))) throw await this.missing(tagId, id);
    });
  }

  /** @throws NotFoundError */
  async listMembers(tagId: number, environments: readonly string[], request: TagMemberListRequest): Promise<JsonText> {
    await this.tags.require(tagId);
    return this.members.listPage({ tagId }, environments.map(upper), request);
  }

  /** @throws NotFoundError */
  async countMembers(tagId: number, environments: readonly string[]): Promise<JsonText> {
    await this.tags.require(tagId);
    return this.members.countByKind({ tagId }, environments.map(upper));
  }

  /** @throws NotFoundError */
  async getMember(tagId: number, nodeId: number): Promise<JsonText> {
    await this.tags.require(tagId);
    const member = await this.members.find(tagId, nodeId);
    if (member) return member;
    throw new NotFoundError('path.asset_group_member_id', `the tag ${tagId} has no member with the id ${nodeId}`);
  }

  /** @throws NotFoundError */
  async listSelected(
    tagId: number,
    selectorId: number,
    environments: readonly string[],
    request: TagMemberListRequest,
  ): Promise<JsonText> {
    await this.get(tagId, selectorId);
    return this.members.listPage({ selectorId }, environments.map(upper), request);
  }

  /** @throws NotFoundError */
  async countSelected(tagId: number, selectorId: number, environments: readonly string[]): Promise<JsonText> {
    await this.get(tagId, selectorId);
    return this.members.countByKind({ selectorId }, environments.map(upper));
  }

  /** @throws NotFoundError if the tag is missing too */
  private async missing(tagId: number, id: number): Promise<NotFoundError> {
    await this.tags.require(tagId);
    return new NotFoundError('path.asset_group_tag_selector_id', `the tag ${tagId} has no selector ${id}`);
  }
}

/** Object ids are in upper case. */
function upper(objectid: string): string {
  return objectid.toUpperCase();
}
