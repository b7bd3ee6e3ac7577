import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import { NotFoundError } from '../../base/errors.js';
import { SelectionReader } from '../../graph/answers/selection-reader.js';
import type { JsonText } from '../../http/json-text.js';
import { AssetGroupsRepository } from './stored/asset-groups.repository.js';
import { MembersRepository } from './stored/members.repository.js';
import { edited, type Selector, type SelectorChanges } from './stored/selector-changes.repository.js';
import { SelectorsRepository } from './stored/selectors.repository.js';
import { missing } from './stored/views.js';
import type { SelectorDraft, SelectorEdit } from './shapes/asset-groups.request.dto.js';
import type { TagMemberListRequest, TagSelectorListRequest } from './shapes/tags.fields.js';
import type { SeedQuery, Seeds, TagSelectorChanges, TagSelectorDraft } from './shapes/tags.request.dto.js';

/** Most members of a preview. */
const maxPreviewed = 200;

const expansions = { 0: 'none', 1: 'all', 2: 'below', 3: 'all' } as const;
type Expansion = keyof typeof expansions;

/** Manages the selectors of groups: as tags have them, and as asset groups show them, once for each seed. */
@Injectable()
export class SelectorsService {
  constructor(
    private readonly groups: AssetGroupsRepository,
    private readonly selectors: SelectorsRepository,
    private readonly members: MembersRepository,
    private readonly selection: SelectionReader,
    private readonly audit: AuditService,
  ) {}

  /** @throws NotFoundError */
  async listSelectors(id: number, environments: readonly string[], request: TagSelectorListRequest): Promise<JsonText> {
    await this.require(id);
    return this.selectors.listPage(id, environments, request);
  }

  /** @throws NotFoundError */
  async getSelector(
    tagId: number,
    id: number,
    shape: 'selector' | 'named selector' = 'named selector',
  ): Promise<JsonText> {
    const selector = await this.selectors.find(tagId, id, shape);
    if (!selector) throw await this.noSelector(tagId, id);
    return selector;
  }

  /** @throws NotFoundError; InvalidInputError if a query fails; the errors of {@link SelectorsRepository.insert} */
  async createSelector(tagId: number, draft: TagSelectorDraft): Promise<JsonText> {
    const resource = `asset-group-tags/${tagId}/selectors`;
    await this.tryQueries(draft.queries);
    const entry = { action: 'asset_group_selector.create', resource, details: { name: draft.name } } as const;
    const id = await this.audit.audited(entry, async (note) => {
      const created = await this.selectors.insert(tagId, draft, note);
      if (created === null) throw missing('tag', tagId);
      return created;
    });
    return this.getSelector(tagId, id, 'selector');
  }

  /** @throws NotFoundError; InvalidInputError if a query fails; the errors of {@link SelectorsRepository.update} */
  async updateSelector(tagId: number, id: number, changes: TagSelectorChanges): Promise<JsonText> {
    const resource = `asset-group-tags/${tagId}/selectors/${id}`;
    await this.tryQueries(changes.queries ?? []);
    const { isDisabled } = changes;
    const details = { changed: Object.keys(changes), ...(isDisabled !== undefined && { disabled: isDisabled }) };
    await this.audit.audited({ action: 'asset_group_selector.update', resource, details }, async (note) => {
      if (!(await this.selectors.update(tagId, id, changes, note))) throw await this.noSelector(tagId, id);
    });
    return this.getSelector(tagId, id, 'selector');
  }

  /** @throws NotFoundError; ConflictError for a rule of the service */
  async deleteSelector(tagId: number, id: number): Promise<void> {
    const resource = `asset-group-tags/${tagId}/selectors/${id}`;
    await this.audit.audited({ action: 'asset_group_selector.delete', resource }, async (note) => {
      if (!(await this.selectors.delete(tagId, id, note))) throw await this.noSelector(tagId, id);
    });
  }

  /** The nodes that a selector with these seeds would select. @throws InvalidInputError if a query fails or an object id is ambiguous */
  async preview({ seeds, queries }: Seeds, expansion: Expansion): Promise<JsonText> {
    const request = {
      seeds: await this.selectors.nodesOf(seeds),
      queries,
      expansion: expansions[expansion],
      limit: maxPreviewed,
    };
    return this.members.preview(await this.selection.select(request, () => this.groups.listTagMembers()));
  }

  /**
   * The nodes that a selector selects.
   * @throws NotFoundError
   */
  async listSelected(
    tagId: number,
    id: number,
    environments: readonly string[],
    request: TagMemberListRequest,
  ): Promise<JsonText> {
    await this.getSelector(tagId, id);
    return this.members.listOf({ tagId, selectorId: id }, environments, request);
  }

  /** @throws NotFoundError */
  async countSelected(tagId: number, id: number, environments: readonly string[]): Promise<JsonText> {
    await this.getSelector(tagId, id);
    return this.members.countOf({ tagId, selectorId: id }, environments);
  }

  /**
   * Replaces the selectors that an asset group shows.
   * @throws NotFoundError; InvalidInputError if an object id is ambiguous
   */
  async replaceAll(groupId: number, drafts: readonly SelectorDraft[]): Promise<void> {
    const selectors = await this.named(drafts, 'body.selectors');
    await this.change(groupId, () => selectors);
  }

  /**
   * Adds and removes single selectors of an asset group.
   * @throws NotFoundError; InvalidInputError if the group would have too many selectors, or if an object id is ambiguous
   */
  async edit(groupId: number, { add, remove }: SelectorEdit): Promise<SelectorChanges> {
    const edit = {
      add: await this.named(add, 'body.add'),
      remove: await this.selectors.namedIds(remove, 'body.remove'),
    };
    return this.change(groupId, (present) => edited(present, edit));
  }

  /** Deletes the selectors of a group that users created. Does nothing if there is no such group. */
  async clear(groupId: number): Promise<void> {
    if (await this.groups.exists(groupId)) await this.change(groupId, () => []);
  }

  /** Writes object ids as the nodes have them. @throws InvalidInputError if one is ambiguous */
  async named(drafts: readonly SelectorDraft[], context: string): Promise<SelectorDraft[]> {
    const ids = drafts.map(({ selector }) => selector);
    const named = await this.selectors.namedIds(ids, context);
    return drafts.map((draft, place) => ({ ...draft, selector: named[place] ?? draft.selector }));
  }

  private change(
    groupId: number,
    choose: (present: readonly Selector[]) => readonly SelectorDraft[],
  ): Promise<SelectorChanges> {
    const entry = { action: 'asset_group.selectors', resource: `asset-groups/${groupId}/selectors` } as const;
    return this.audit.audited(entry, async (note) => {
      const changes = await this.selectors.changeSelectors(groupId, choose, note);
      if (!changes) throw missing('group', groupId);
      return changes;
    });
  }

  /** Runs queries, so that one that fails is refused before the analysis runs it. */
  private async tryQueries(queries: readonly SeedQuery[]): Promise<void> {
    if (queries.length === 0) return;
    await this.selection.select({ seeds: [], queries, expansion: 'none', limit: 0 }, () =>
      this.groups.listTagMembers(),
    );
  }

  private async require(tagId: number): Promise<void> {
    if (!(await this.groups.exists(tagId))) throw missing('tag', tagId);
  }

  /** The error for a selector, or for its tag if that is missing too. */
  private async noSelector(tagId: number, id: number): Promise<NotFoundError> {
    await this.require(tagId);
    return new NotFoundError('path.asset_group_tag_selector_id', `the tag ${tagId} has no selector ${id}`);
  }
}
