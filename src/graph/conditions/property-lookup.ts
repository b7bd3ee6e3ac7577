import { Injectable } from '@nestjs/common';
import { Cache } from '../../base/values/cache.js';
import { Database } from '../../database/database.js';
import { knownProperties } from './known-properties.js';

const anyHas = 'SELECT EXISTS (SELECT FROM node WHERE props ? $1) AS "isThere"';

/** Which names are properties of nodes. */
@Injectable()
export class PropertyLookup {
  /** Names that nodes had. */
  private readonly found = new Cache<string, true>(1024 ** 2, () => 0);

  constructor(private readonly database: Database) {}

  /** Whether it is a known property, or any node has it. A name that no node has costs a scan of all nodes. */
  async exists(name: string): Promise<boolean> {
    if (knownProperties.has(name) || this.found.has(name)) return true;
    const [row] = await this.database.prepared<{ isThere: boolean }>(anyHas, [name]);
    if (row?.isThere) this.found.set(name, true);
    return row?.isThere ?? false;
  }
}
