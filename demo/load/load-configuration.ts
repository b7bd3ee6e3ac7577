import type { INestApplicationContext } from '@nestjs/common';
import { AssetGroupsService } from '../../src/modules/asset-groups/asset-groups.service.js';
import { CustomNodesService } from '../../src/modules/custom-nodes/custom-nodes.service.js';
import { SamlService } from '../../src/modules/saml/saml.service.js';
import { demoAssetGroups } from '../estate/asset-group-selections.js';
import { DEMO_NODE_KINDS } from '../estate/custom-node-kinds.js';
import { DEMO_IDENTITY_PROVIDER } from '../estate/identity-provider.js';
import type { Estate } from '../generator/estate.js';

/** Icons of the custom kinds, and what the asset groups name. */
export async function loadConfiguration(app: INestApplicationContext, estate: Estate): Promise<void> {
  const kinds = Object.entries(DEMO_NODE_KINDS).map(([kindName, icon]) => ({ kindName, icon }));
  await app.get(CustomNodesService).create(kinds);
  const groups = app.get(AssetGroupsService);
  for (const { name, tag, systemGroupId, selectors: named } of demoAssetGroups(estate)) {
    const selectors = named.map((selector) => ({ name: selector.name, selector: selector.objectId }));
    if (systemGroupId === undefined) await groups.create({ name, tag, selectors });
    else await groups.replaceSelectors(systemGroupId, selectors);
  }
}

export async function loadIdentityProvider(app: INestApplicationContext): Promise<void> {
  await app.get(SamlService).create(DEMO_IDENTITY_PROVIDER, '');
}
