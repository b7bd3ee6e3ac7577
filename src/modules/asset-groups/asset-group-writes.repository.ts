import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, type Repository } from 'typeorm';
import type { Note } from '../../auth/audit/audit-entry.js';
import { ConflictError } from '../../base/errors.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
import { AssetGroupEntity, AssetGroupSelectorEntity } from './asset-group.entity.js';
import type { Selector, SelectorChanges } from './asset-groups.answer.dto.js';
import type { AssetGroupDraft, SelectorDraft } from './asset-groups.request.dto.js';

/** Changes asset groups. */
@Injectable()
export class AssetGroupWritesRepository {
  private readonly rows: Repository<AssetGroupEntity>;

  constructor(dataSource: DataSource) {
    this.rows = dataSource.getRepository(AssetGroupEntity);
  }

  /** Null where there is no such group. */
  async findKind(id: number): Promise<'system' | 'own' | null> {
    const group = await this.rows.findOne({ where: { id }, select: { systemGroup: true } });
    return group && (group.systemGroup ? 'system' : 'own');
  }

  /**
   * @returns the id of the new group
   * @throws ConflictError when the name or the tag is taken; the unique indexes decide, not a prior read
   */
  async insert({ name, tag, selectors }: AssetGroupDraft, note: Note): Promise<number> {
    try {
      return await this.rows.manager.transaction(async (manager) => {
        const { id } = await manager.save(manager.create(AssetGroupEntity, { name, tag }));
        await insertSelectors(manager, id, selectors);
        await note(manager, { id });
        return id;
      });
    } catch (error) {
      throw isUniqueViolation(error) ? await this.conflict({ name, tag }) : error;
    }
  }

  /** @throws ConflictError when the name is taken */
  async rename(id: number, name: string, note: Note): Promise<void> {
    try {
      await this.rows.manager.transaction(async (manager) => {
        const { affected } = await manager.update(AssetGroupEntity, { id }, { name });
        if (affected === 1) await note(manager);
      });
    } catch (error) {
      throw isUniqueViolation(error) ? await this.conflict({ name }) : error;
    }
  }

  /**
   * Replaces the selectors of a group by those that `choose` returns for the present ones. Selectors that stay as they are keep their
   * ids. Null if there is no such group.
   */
  changeSelectors(
    id: number,
    choose: (present: readonly Selector[]) => readonly SelectorDraft[],
    note: Note,
  ): Promise<SelectorChanges | null> {
    return this.rows.manager.transaction(async (manager) => {
      // First, for it makes others wait that change the same group.
      const version = { selectorsVersion: () => 'selectors_version + 1' };
      const { affected } = await manager.update(AssetGroupEntity, { id }, version);
      if (affected !== 1) return null;
      const old = await manager.findBy(AssetGroupSelectorEntity, { assetGroupId: id });
      const selectors = choose(old);
      const wanted = new Set(selectors.map(keyOf));
      const removed = old.filter((selector) => !wanted.has(keyOf(selector)));
      if (removed.length > 0)
        await manager.delete(AssetGroupSelectorEntity, { id: In(removed.map((selector) => selector.id)) });
      const held = new Set(old.map(keyOf));
      const fresh = selectors.filter((selector) => !held.has(keyOf(selector)));
      const added = await insertSelectors(manager, id, fresh);
      await note(manager, { added: added.length, removed: removed.length });
      return { added, removed };
    });
  }

  delete(id: number, note: Note): Promise<void> {
    return this.rows.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(AssetGroupEntity, { id });
      if (affected === 1) await note(manager);
    });
  }

  /** Names everything of a draft that other groups have. */
  private async conflict(draft: { readonly name: string; readonly tag?: string }): Promise<ConflictError> {
    const fields = Object.entries(draft);
    const others = await this.rows.findBy(fields.map(([field, value]) => ({ [field]: value })));
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

function keyOf({ name, selector }: SelectorDraft): string {
  return JSON.stringify([name, selector]);
}

/** In portions, for a statement takes 65,535 parameters at most. */
async function insertSelectors(
  manager: EntityManager,
  id: number,
  selectors: readonly SelectorDraft[],
): Promise<Selector[]> {
  const rows = selectors.map(({ name, selector }) =>
    manager.create(AssetGroupSelectorEntity, { assetGroupId: id, name, selector }),
  );
  for (let start = 0; start < rows.length; start += 1000) {
    await manager.insert(AssetGroupSelectorEntity, rows.slice(start, start + 1000));
  }
  return rows;
}
