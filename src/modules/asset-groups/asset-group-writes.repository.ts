import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, type Repository } from 'typeorm';
import type { Note } from '../../audit/audit-entry.js';
import { ConflictError } from '../../common/errors.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
import { AssetGroupSelectorEntity } from './asset-group-selector.entity.js';
import { AssetGroupEntity } from './asset-group.entity.js';
import type { AssetGroupDraft, SelectorDraft } from './asset-group.js';

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

  /** Keeps the selectors that stay as they are. False where there is no such group. */
  replaceSelectors(id: number, selectors: readonly SelectorDraft[], note: Note): Promise<boolean> {
    return this.rows.manager.transaction(async (manager) => {
      // First, for it makes others wait that change the same group.
      const version = { selectorsVersion: () => 'selectors_version + 1' };
      const { affected } = await manager.update(AssetGroupEntity, { id }, version);
      if (affected !== 1) return false;
      const old = await manager.findBy(AssetGroupSelectorEntity, { assetGroupId: id });
      const wanted = new Set(selectors.map(keyOf));
      const gone = old.filter((selector) => !wanted.has(keyOf(selector)));
      if (gone.length > 0)
        await manager.delete(AssetGroupSelectorEntity, { id: In(gone.map((selector) => selector.id)) });
      const held = new Set(old.map(keyOf));
      const added = selectors.filter((selector) => !held.has(keyOf(selector)));
      await insertSelectors(manager, id, added);
      await note(manager, { added: added.length, removed: gone.length });
      return true;
    });
  }

  /** Deletes the selectors that the product did not make. */
  clearSelectors(id: number, note: Note): Promise<void> {
    return this.rows.manager.transaction(async (manager) => {
      const version = { selectorsVersion: () => 'selectors_version + 1' };
      const { affected } = await manager.update(AssetGroupEntity, { id }, version);
      const own = { assetGroupId: id, systemSelector: false };
      const removed = await manager.delete(AssetGroupSelectorEntity, own);
      if (affected === 1) await note(manager, { added: 0, removed: removed.affected ?? 0 });
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
async function insertSelectors(manager: EntityManager, id: number, selectors: readonly SelectorDraft[]): Promise<void> {
  for (let start = 0; start < selectors.length; start += 1000) {
    const portion = selectors.slice(start, start + 1000);
    await manager.insert(
      AssetGroupSelectorEntity,
      portion.map(({ name, selector }) => ({ assetGroupId: id, name, selector })),
    );
  }
}
