import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../http/json-text.js';
import type { TagChangeRequest } from './tag-history.fields.js';
import { TagHistoryRepository } from './tag-history.repository.js';

@Injectable()
export class TagHistoryService {
  constructor(private readonly changes: TagHistoryRepository) {}

  list(request: TagChangeRequest): Promise<JsonText> {
    return this.changes.listPage('', request);
  }

  /** @param text a part of the action, the target or the account */
  search(text: string, request: TagChangeRequest): Promise<JsonText> {
    return this.changes.listPage(text, request);
  }
}
