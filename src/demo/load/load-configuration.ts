import type { INestApplicationContext } from '@nestjs/common';
import { AssetGroupsService } from '../../modules/asset-groups/asset-groups.service.js';
import { CustomNodesService } from '../../modules/custom-nodes/custom-nodes.service.js';
import { SamlService } from '../../modules/saml/saml.service.js';
import { demoAssetGroups } from '../estate/asset-group-selections.js';
import { DEMO_NODE_KINDS } from '../estate/custom-node-kinds.js';
import { DEMO_IDENTITY_PROVIDER } from '../estate/identity-provider.js';
import type { Estate } from '../generator/estate.js';

/** Id of the system group "Owned", which is there from the first start. */
const ownedGroup = 2;

/** Icons of the custom kinds, and what the asset groups name. */
export async function loadConfiguration(app: INestApplicationContext, estate: Estate): Promise<void> {
  const kinds = Object.entries(DEMO_NODE_KINDS).map(([kindName, icon]) => ({ kindName, icon }));
  await app.get(CustomNodesService).create(kinds);
  const groups = app.get(AssetGroupsService);
  for (const { name, tag, isSystemGroup, selectors: named } of demoAssetGroups(estate)) {
    const selectors = named.map((selector) => ({ name: selector.name, selector: selector.objectId }));
    if (isSystemGroup) await groups.replaceSelectors(ownedGroup, selectors);
    else await groups.create({ name, tag, selectors });
  }
}

export async function loadIdentityProvider(app: INestApplicationContext): Promise<void> {
  await app.get(SamlService).create(DEMO_IDENTITY_PROVIDER, '');
}
