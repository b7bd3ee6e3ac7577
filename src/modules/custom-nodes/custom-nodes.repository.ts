import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError, fault } from '../../base/errors.js';
import { Database, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { CustomNodeEntity } from './custom-node.entity.js';
import type { CustomNodeDraft, Icon } from './custom-nodes.request.dto.js';
import { type CustomNode, customNodeList, type CustomNodeListRequest, customNodeShape } from './custom-nodes.fields.js';

@Injectable()
export class CustomNodesRepository {
  constructor(
    @InjectRepository(CustomNodeEntity) private readonly nodes: Repository<CustomNodeEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: CustomNodeListRequest): Promise<JsonText> {
    return listPage(this.database, customNodeList, request, { from: 'custom_node', item: customNodeShape.token });
  }

  async kindNames(on: Transaction): Promise<string[]> {
    const rows = await sqlIn(on).query<{ name: string }>('SELECT kind_name AS name FROM custom_node');
    return rows.map(({ name }) => name);
  }

  async findByKindName(kindName: string): Promise<CustomNode | null> {
    const row = await this.nodes.findOneBy({ kindName });
    return row && toCustomNode(row);
  }

  /**
   * Inserts all drafts in the given order, or none. The table lock serializes writers: two writers with common kinds could deadlock.
   * @throws ConflictError with each kind that has a custom node already
   */
  insertAll(drafts: readonly CustomNodeDraft[], note: AuditNote): Promise<CustomNode[]> {
    return this.nodes.manager.transaction(async (manager) => {
      await manager.query('LOCK TABLE custom_node IN SHARE ROW EXCLUSIVE MODE');
      const kinds = drafts.map(({ kindName }) => kindName);
      const taken = await manager.findBy(CustomNodeEntity, { kindName: In(kinds) });
      if (taken.length > 0) throw kindsTaken(new Set(taken.map(({ kindName }) => kindName)), kinds);
      const rows = drafts.map(({ kindName, icon }) =>
        manager.create(CustomNodeEntity, { kindName, ...columnsOf(icon) }),
      );
      await manager.insert(CustomNodeEntity, rows);
      await note(manager);
      return rows.map(toCustomNode);
    });
  }

  /** @returns false if the kind has no custom node */
  updateIcon(kindName: string, icon: Icon, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.nodes.manager, note, (manager) =>
      manager.update(CustomNodeEntity, { kindName }, columnsOf(icon)),
    );
  }

  /** @returns false if the kind has no custom node */
  delete(kindName: string, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.nodes.manager, note, (manager) => manager.delete(CustomNodeEntity, { kindName }));
  }
}

function kindsTaken(taken: ReadonlySet<string>, inOrder: readonly string[]): ConflictError {
  return new ConflictError(
    inOrder
      .filter((kind) => taken.has(kind))
      .map((kind) =>
        fault('resource.name_taken', `body.custom_types.${kind}`, `the kind ${kind} has a custom node already`),
      ),
  );
}

function columnsOf({ type, name, color }: Icon): Pick<CustomNodeEntity, 'iconType' | 'iconName' | 'iconColor'> {
  return { iconType: type, iconName: name, iconColor: color };
}

function toCustomNode({ id, kindName, iconType, iconName, iconColor }: CustomNodeEntity): CustomNode {
  return { id, kindName, icon: { type: iconType, name: iconName, color: iconColor } };
}
