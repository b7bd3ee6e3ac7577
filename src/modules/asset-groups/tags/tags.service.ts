import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { InvalidInputError, NotFoundError } from '../../../base/errors.js';
import type { JsonText } from '../../../http/json-text.js';
import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import type { TagListRequest } from './tags.list.js';
import type { SearchTagsRequest } from './tags.request.dto.js';
import { type TagChanges, type TagDraft, TagsRepository } from './tags.repository.js';

/** Manages asset groups as tags: tiers and labels. A node belongs to the first tier that selects it. */
@Injectable()
export class TagsService {
  constructor(
    private readonly tags: TagsRepository,
    private readonly audit: AuditService,
  ) {}

  list(request: TagListRequest): Promise<JsonText> {
    return this.tags.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: number, shape: 'tag' | 'named tag' = 'named tag'): Promise<JsonText> {
    const tag = await this.tags.find(id, shape);
    if (!tag) throw noSuchTag(id);
    return tag;
  }

  /** @throws NotFoundError */
  async require(id: number): Promise<void> {
    if (!(await this.tags.exists(id))) throw noSuchTag(id);
  }

  /** @throws ConflictError if the name is taken; InvalidInputError if the position is not one of a tier */
  async create(draft: TagDraft): Promise<JsonText> {
    const { name, type, position } = draft;
    if (type !== TagType.Tier && position !== undefined)
      throw InvalidInputError.at('body.conflicting_properties', 'body.position', 'only tiers have a position');
    const entry = { action: 'asset_group.create', resource: 'asset-group-tags', details: { name, type } } as const;
    return this.get(await this.audit.audited(entry, (note) => this.tags.insert(draft, note)), 'tag');
  }

  /** @throws NotFoundError; the errors of {@link TagsRepository.update} */
  async update(id: number, changes: TagChanges): Promise<JsonText> {
    const resource = `asset-group-tags/${id}`;
    await this.audit.audited({ action: 'asset_group.update', resource, details: { ...changes } }, async (note) => {
      if (!(await this.tags.update(id, changes, note))) throw noSuchTag(id);
    });
    return this.get(id, 'tag');
  }

  /** @throws NotFoundError; ConflictError for a tag of the service */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'asset_group.delete', resource: `asset-group-tags/${id}` }, async (note) => {
      if (!(await this.tags.delete(id, note))) throw noSuchTag(id);
    });
  }

  /** @throws InvalidInputError if the body names an unknown tag */
  async search({ query, tag_type, asset_group_tag_id: tagId }: SearchTagsRequest): Promise<JsonText> {
    if (tagId !== undefined && !(await this.tags.exists(tagId)))
      throw InvalidInputError.at('reference.not_found', 'body.asset_group_tag_id', `there is no tag ${tagId}`);
    // Owned counts as a label.
    const types = tag_type === TagType.Label ? [TagType.Label, TagType.Owned] : [tag_type];
    return this.tags.search({ text: query, types, tagId });
  }
}

export function noSuchTag(id: number): NotFoundError {
  return new NotFoundError('path.asset_group_tag_id', `there is no tag ${id}`);
}
