import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../audit/audit-entry.js';
import { AuditService } from '../../audit/audit.service.js';
import { ConflictError, NotFoundError } from '../../common/errors.js';
import type { JsonText } from '../../http/json-text.js';
import { AssetGroupWritesRepository } from './asset-group-writes.repository.js';
import type { AssetGroupDraft, SelectorDraft } from './asset-group.js';
import type { AssetGroupListRequest, MemberListRequest } from './asset-groups.list.js';
import { AssetGroupsRepository } from './asset-groups.repository.js';

/** Named sets of nodes, such as those whose loss would be the loss of everything. */
@Injectable()
export class AssetGroupsService {
  constructor(
    private readonly groups: AssetGroupsRepository,
    private readonly writes: AssetGroupWritesRepository,
    private readonly audit: AuditService,
  ) {}

  list(request: AssetGroupListRequest): Promise<JsonText> {
    return this.groups.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<JsonText> {
    const group = await this.groups.findById(id);
    if (!group) throw noSuchGroup(id);
    return group;
  }

  /** @throws ConflictError when the name or the tag is taken */
  async create(draft: AssetGroupDraft): Promise<JsonText> {
    const { name, tag, selectors } = draft;
    const details = { name, tag, selectors: selectors.length };
    const entry = { action: 'asset_group.create', resource: 'asset-groups', details } as const;
    return this.get(await this.audit.audited(entry, (note) => this.writes.insert(draft, note)));
  }

  /** @throws NotFoundError; ConflictError for a system group, or when the name is taken */
  async rename(id: number, name: string): Promise<JsonText> {
    const entry = { action: 'asset_group.update', resource: `asset-groups/${id}`, details: { name } } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireOwn(id, 'renamed');
      await this.writes.rename(id, name, note);
    });
    return this.get(id);
  }

  /** @throws NotFoundError */
  async replaceSelectors(id: number, selectors: readonly SelectorDraft[]): Promise<JsonText> {
    await this.audit.audited(selectorsEntry(id), async (note) => {
      if (!(await this.writes.replaceSelectors(id, selectors, note))) throw noSuchGroup(id);
    });
    return this.get(id);
  }

  /** Deletes the selectors of a group that the product did not make. Does nothing if there is no such group. */
  async clearSelectors(id: number): Promise<void> {
    await this.audit.audited(selectorsEntry(id), (note) => this.writes.clearSelectors(id, note));
  }

  /** @throws NotFoundError; ConflictError for a system group */
  async delete(id: number): Promise<void> {
    const entry = { action: 'asset_group.delete', resource: `asset-groups/${id}` } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireOwn(id, 'deleted');
      await this.writes.delete(id, note);
    });
  }

  /** @throws NotFoundError */
  async listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    if (!(await this.groups.exists(id))) throw noSuchGroup(id);
    return this.groups.listMembers(id, request);
  }

  private async requireOwn(id: number, deed: string): Promise<void> {
    const kind = await this.writes.findKind(id);
    if (!kind) throw noSuchGroup(id);
    if (kind === 'own') return;
    const message = `the asset group ${id} is a system group; it can't be ${deed}`;
    throw new ConflictError([{ context: 'path.asset_group_id', message }]);
  }
}

function selectorsEntry(id: number): AuditEntry {
  return { action: 'asset_group.selectors', resource: `asset-groups/${id}/selectors` };
}

function noSuchGroup(id: number): NotFoundError {
  return new NotFoundError('path.asset_group_id', `there is no asset group ${id}`);
}
