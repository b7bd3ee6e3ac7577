import type { JsonObject } from '../../records/json-value.js';
import { converted, type Converted } from '../../records/converted.fixture.js';
import { azureHoundKinds } from './azurehound-kinds.js';

/** What becomes of one record. */
export function convert(kind: string, data: JsonObject): Converted {
  const converter = azureHoundKinds.get(kind);
  if (!converter) {
    throw new Error(`no converter of ${kind}`);
  }
  return converted(converter, data);
}

export const tenant = { tenantId: 't1', tenantName: 'Birch' };

export const inTenant = (node: string) => `T1:AZTenant+AZBase -AZContains-> ${node}`;
