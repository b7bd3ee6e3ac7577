import { type ClassicPayload, classicPayload } from '../payload.js';
import { identityItems } from './identity-items.js';
import type { CloudItem } from './items.js';
import { relationItems } from './relation-items.js';
import { resourceItems } from './resource-items.js';
import { resourceRoleItems } from './resource-role-items.js';
import type { Tenant } from './tenant.js';

const VERSION = 5;

/** One run over the tenant as AzureHound writes it: every kind in one file. */
export function azureHoundPayload(tenant: Tenant, collectedAt: Date): ClassicPayload {
  const stamp = collectedAt.toISOString().slice(0, 19).replaceAll(/[-:T]/gu, '');
  return classicPayload(`${stamp}_azurehound.json`, { type: 'azure', version: VERSION }, () => itemsOf(tenant));
}

function* itemsOf(tenant: Tenant): Generator<CloudItem> {
  yield* identityItems(tenant);
  yield* relationItems(tenant);
  yield* resourceItems(tenant);
  yield* resourceRoleItems(tenant);
}
