import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../../base/errors.js';
import type { TagMembers } from '../../graph/cypher/execution/memory-query-graph.js';
import type { JsonText } from '../../http/json-text.js';
import { systemMembersAmong } from './asset-groups.sql.js';
import { ownedId, tierZeroId, tierZeroTag } from './system-groups.js';
import type { Selector, SelectorChanges } from './asset-groups.answer.dto.js';
import type { AssetGroupListRequest, MemberFilters, MemberListRequest } from './asset-groups.list.js';
import { AssetGroupsRepository, maxCollected } from './asset-groups.repository.js';
import {
  type AssetGroupDraft,
  maxSelectors,
  type SelectorDraft,
  type SelectorEdit,
} from './asset-groups.request.dto.js';

/** Manages asset groups: named sets of nodes, such as the nodes that control everything else (tier zero). */
@Injectable()
export class AssetGroupsService {
  /** SQL: `id` and `tag` of each node of $1 in a group of the service; for {@link NodeForm.tagged}. */
  readonly systemTags = systemMembersAmong;

  constructor(
    private readonly groups: AssetGroupsRepository,
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

  /** @throws ConflictError if the name or the tag is taken; InvalidInputError if an object id is ambiguous */
  async create(draft: AssetGroupDraft): Promise<JsonText> {
    const { name, tag } = draft;
    const details = { name, tag, selectors: draft.selectors.length };
    const entry = { action: 'asset_group.create', resource: 'asset-groups', details } as const;
    const selectors = await this.named(draft.selectors, 'body.selectors');
    return this.get(await this.audit.audited(entry, (note) => this.groups.insert({ name, tag, selectors }, note)));
  }

  /** @throws NotFoundError; ConflictError for a system group or if the name is taken */
  async rename(id: number, name: string): Promise<JsonText> {
    const entry = { action: 'asset_group.update', resource: `asset-groups/${id}`, details: { name } } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireCustom(id, 'renamed');
      await this.groups.rename(id, name, note);
    });
    return this.get(id);
  }

  /** @throws NotFoundError; InvalidInputError if an object id is ambiguous */
  async replaceSelectors(id: number, drafts: readonly SelectorDraft[]): Promise<JsonText> {
    const selectors = await this.named(drafts, 'body.selectors');
    await this.changeSelectors(id, () => selectors);
    return this.get(id);
  }

  /**
   * Adds and removes single selectors.
   * @throws NotFoundError; InvalidInputError if the group would have too many selectors, or if an object id is ambiguous
   */
  async editSelectors(id: number, { add, remove }: SelectorEdit): Promise<SelectorChanges> {
    const edit = {
      add: await this.named(add, 'body.add'),
      remove: await this.groups.namedIds(remove, 'body.remove'),
    };
    return this.changeSelectors(id, (present) => edited(present, edit));
  }

  private async named(drafts: readonly SelectorDraft[], context: string): Promise<SelectorDraft[]> {
    const ids = drafts.map(({ selector }) => selector);
    const named = await this.groups.namedIds(ids, context);
    return drafts.map((draft, place) => ({ ...draft, selector: named[place] ?? draft.selector }));
  }

  /** Deletes the selectors of a group that users created. Does nothing if there is no such group. */
  async clearSelectors(id: number): Promise<void> {
    if (!(await this.groups.exists(id))) return;
    await this.changeSelectors(id, () => []);
  }

  /** @throws NotFoundError; ConflictError for a system group */
  async delete(id: number): Promise<void> {
    const entry = { action: 'asset_group.delete', resource: `asset-groups/${id}` } as const;
    await this.audit.audited(entry, async (note) => {
      await this.requireCustom(id, 'deleted');
      await this.groups.delete(id, note);
    });
  }

  /** @throws NotFoundError */
  async listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    if (!(await this.groups.exists(id))) throw noSuchGroup(id);
    return this.groups.listMembers(id, request);
  }

  /** @throws NotFoundError */
  async countMembers(id: number, filters: MemberFilters): Promise<JsonText> {
    if (!(await this.groups.exists(id))) throw noSuchGroup(id);
    return this.groups.countMembers(id, filters);
  }

  /**
   * The group as a collection: its members as they are now.
   * @throws NotFoundError; InvalidInputError if there are too many for one answer
   */
  async collect(id: number): Promise<JsonText> {
    const collection = await this.groups.collect(id);
    if (collection === null) throw noSuchGroup(id);
    if (typeof collection !== 'number') return collection;
    const message = `the group has ${collection} members, and one answer has at most ${maxCollected}; list the members by pages`;
    throw InvalidInputError.at('path.invalid_value', 'path.asset_group_id', message);
  }

  /** @throws NotFoundError */
  async countCustomMembers(id: number): Promise<number> {
    const count = await this.groups.countCustomMembers(id);
    if (count === null) throw noSuchGroup(id);
    return count;
  }

  /** @returns the ids of the nodes of the group with a tag; null if there is no such group */
  memberIds(tag: string): Promise<readonly number[] | null> {
    return this.groups.findMemberIds(tag);
  }

  /** @returns the ids of the nodes of Admin Tier Zero */
  async tierZeroIds(): Promise<readonly number[]> {
    return (await this.memberIds(tierZeroTag)) ?? [];
  }

  /** The members of all groups, each with the label by which queries name it: `Tag_Tier_Zero`, `Tag_Owned`, `Tag_Crown_Jewels`. */
  async tagMembers(): Promise<TagMembers[]> {
    const groups = await this.groups.listMembersOfAll();
    return groups.map(({ id, name, tag, members }) => ({
      label: id === tierZeroId ? 'Tag_Tier_Zero' : `Tag_${name.replaceAll(/\W+/g, '_')}`,
      systemTag: id === tierZeroId || id === ownedId ? tag : null,
      isTierZero: id === tierZeroId,
      members,
    }));
  }

  tags(): Promise<string[]> {
    return this.groups.listTags();
  }

  private changeSelectors(
    id: number,
    choose: (present: readonly Selector[]) => readonly SelectorDraft[],
  ): Promise<SelectorChanges> {
    const entry = { action: 'asset_group.selectors', resource: `asset-groups/${id}/selectors` } as const;
    return this.audit.audited(entry, async (note) => {
      const changes = await this.groups.changeSelectors(id, choose, note);
      if (!changes) throw noSuchGroup(id);
      return changes;
    });
  }

  private async requireCustom(id: number, verb: string): Promise<void> {
    const kind = await this.groups.findKind(id);
    if (!kind) throw noSuchGroup(id);
    if (kind === 'own') return;
    const message = `the asset group ${id} is a system group; it can't be ${verb}`;
    throw ConflictError.at('resource.protected', 'path.asset_group_id', message);
  }
}

function noSuchGroup(id: number): NotFoundError {
  return new NotFoundError('path.asset_group_id', `there is no asset group ${id}`);
}

function edited(present: readonly SelectorDraft[], { add, remove }: SelectorEdit): readonly SelectorDraft[] {
  const objects = new Set([...remove, ...add.map(({ selector }) => selector)]);
  const names = new Set(add.map(({ name }) => name));
  const kept = present.filter(({ name, selector }) => !objects.has(selector) && !names.has(name));
  if (kept.length + add.length <= maxSelectors) return [...kept, ...add];
  throw InvalidInputError.at(
    'body.invalid_value',
    'body.add',
    `the group would have ${kept.length + add.length} selectors; it takes at most ${maxSelectors}`,
  );
}
