import type { AzureConverter } from './azure-node.js';
import { azureObject, type AzureKinds } from './azure-object.js';
import { directoryObjects } from './directory-objects.js';
import { directoryRelations } from './directory-relations.js';
import { directoryRoles } from './directory-roles.js';
import { resourceRoles } from './resource-roles.js';
import { resources } from './resources.js';

const kinds: AzureKinds = { ...directoryObjects, ...directoryRoles, ...resources };

/** The converter of each `kind` of record. Other kinds contain no data of the graph. */
export const azureHoundKinds: ReadonlyMap<string, AzureConverter> = new Map([
  ...Object.entries(kinds).map(
    ([kind, shape]) => [kind, typeof shape === 'function' ? shape : azureObject(kind, shape)] as const,
  ),
  ...directoryRelations,
  ...resourceRoles,
]);
