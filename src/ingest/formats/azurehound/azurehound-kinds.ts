import { convertAppRoleAssignment } from './app-role-assignments.js';
import type { AzureConverter } from './azure-node.js';
import { directoryObjects } from './directory-objects.js';
import { directoryRelations } from './directory-relations.js';
import { directoryRoles } from './directory-roles.js';
import { resourceRoles } from './resource-roles.js';
import { resources } from './resources.js';

/** The converter of each `kind` of record. Other kinds contain no data of the graph. */
export const azureHoundKinds: ReadonlyMap<string, AzureConverter> = new Map([
  ...directoryObjects,
  ...directoryRelations,
  ...directoryRoles,
  ['AZAppRoleAssignment', convertAppRoleAssignment],
  ...resources,
  ...resourceRoles,
]);
