import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import { NotFoundError } from '../../base/errors.js';
import type { JsonText } from '../../http/json-text.js';
import type { CustomNodeDraft, Icon } from './custom-nodes.request.dto.js';
import type { CustomNode, CustomNodeListRequest } from './custom-nodes.fields.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';

/** Assigns icons to kinds of nodes. */
@Injectable()
export class CustomNodesService {
  constructor(
    private readonly nodes: CustomNodesRepository,
    private readonly audit: AuditService,
  ) {}

  list(request: CustomNodeListRequest): Promise<JsonText> {
    return this.nodes.listPage(request);
  }

  /** @throws NotFoundError */
  async get(kindName: string): Promise<CustomNode> {
    const node = await this.nodes.findByKindName(kindName);
    if (!node) throw noSuchKind(kindName);
    return node;
  }

  /**
   * Creates all custom nodes or none.
   * @throws ConflictError with each kind that has a custom node already
   */
  create(drafts: readonly CustomNodeDraft[]): Promise<CustomNode[]> {
    const details = { kinds: drafts.map(({ kindName }) => kindName) };
    const entry = { action: 'custom_node.create', resource: 'custom-nodes', details } as const;
    return this.audit.audited(entry, (note) => this.nodes.insertAll(drafts, note));
  }

  /** @throws NotFoundError */
  async changeIcon(kindName: string, icon: Icon): Promise<CustomNode> {
    const entry = { action: 'custom_node.update', resource: `custom-nodes/${kindName}`, details: { icon } } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.nodes.updateIcon(kindName, icon, note))) throw noSuchKind(kindName);
    });
    return this.get(kindName);
  }

  /** @throws NotFoundError */
  async delete(kindName: string): Promise<void> {
    await this.audit.audited({ action: 'custom_node.delete', resource: `custom-nodes/${kindName}` }, async (note) => {
      if (!(await this.nodes.delete(kindName, note))) throw noSuchKind(kindName);
    });
  }
}

function noSuchKind(kindName: string): NotFoundError {
  return new NotFoundError('path.kind_name', `the kind ${JSON.stringify(kindName)} has no custom node`);
}
