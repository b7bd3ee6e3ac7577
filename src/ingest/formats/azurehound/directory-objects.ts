import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { isList } from '../../records/json-value.js';
import { azureNode, lastSegment, tenant, tenantId } from './azure-node.js';
import { type AzureKinds, azureObject, byId, nameAtField, nameAtTenant, stateName } from './azure-object.js';
import { administrativeUnit } from './administrative-units.js';
import { stateNonEmptyLists, stateOnlyEdge } from './whole-lists.js';

/** By the kind of the record. */
export const directoryObjects: AzureKinds = {
  AZTenant: {
    key: tenantId,
    name: ['displayName', 'text'],
    properties: { collected: ['collected', 'mark'] },
  },
  AZUser: {
    name: ['userPrincipalName', 'text'],
    properties: {
      enabled: ['accountEnabled', 'flag'],
      whencreated: ['createdDateTime', 'time'],
      title: ['jobTitle', 'text'],
      pwdlastset: ['lastPasswordChangeDateTime', 'time'],
      email: ['mail', 'text'],
      onpremid: ['onPremisesSecurityIdentifier', 'upper'],
      onpremsyncenabled: ['onPremisesSyncEnabled', 'flag'],
      userprincipalname: ['userPrincipalName', 'text'],
      usertype: ['userType', 'text'],
      lastsuccessfulsignindatetime: ['signInActivity/lastSuccessfulSignInDateTime', 'time'],
    },
    container: tenant,
  },
  AZGroup: {
    name: nameAtTenant,
    properties: {
      whencreated: ['createdDateTime', 'time'],
      description: ['description', 'text'],
      grouptypes: ['groupTypes', 'texts'],
      isassignabletorole: ['isAssignableToRole', 'flag'],
      membershiprule: ['membershipRule', 'text'],
      onpremid: ['onPremisesSecurityIdentifier', 'upper'],
      onpremsyncenabled: ['onPremisesSyncEnabled', 'flag'],
      securityenabled: ['securityEnabled', 'flag'],
      securityidentifier: ['securityIdentifier', 'upper'],
    },
    container: tenant,
  },
  AZApp: {
    key: (data) => data.id('appId'),
    name: nameAtField('publisherDomain'),
    properties: {
      description: ['description', 'text'],
      whencreated: ['createdDateTime', 'time'],
      appid: ['appId', 'upper'],
      publisherdomain: ['publisherDomain', 'text'],
      signinaudience: ['signInAudience', 'text'],
    },
    container: tenant,
  },
  AZServicePrincipal: {
    name: nameAtTenant,
    properties: {
      enabled: ['accountEnabled', 'flag'],
      description: ['description', 'text'],
      appownerorganizationid: ['appOwnerOrganizationId', 'upper'],
      appdescription: ['appDescription', 'text'],
      appdisplayname: ['appDisplayName', 'text'],
      serviceprincipaltype: ['servicePrincipalType', 'text'],
      loginurl: ['loginUrl', 'text'],
    },
    container: tenant,
    edges(data, node, into) {
      const app = azureNode(data.id('appId'), 'AZApp');
      stateName(data, into, app, 'appDisplayName', 'appOwnerOrganizationId');
      stateOnlyEdge(into, app, 'AZRunsAs', node);
    },
  },
  AZDevice: {
    name: nameAtTenant,
    properties: {
      operatingsystem: ['operatingSystem', 'upper'],
      operatingsystemversion: ['operatingSystemVersion', 'text'],
      deviceid: ['deviceId', 'upper'],
      trustype: ['trustType', 'text'],
    },
    container: tenant,
  },
  AZRole: {
    key: (data) => roleKey(byId(data), tenantId(data)),
    name: nameAtTenant,
    properties: {
      description: ['description', 'text'],
      enabled: ['isEnabled', 'flag'],
      isbuiltin: ['isBuiltIn', 'flag'],
      templateid: ['templateId', 'text'],
      allowedresourceactions: actionsOfCustomRole,
    },
    container: tenant,
  },
  AZAdministrativeUnit: administrativeUnit,
  AZFederatedIdentityCredential: convertFederatedCredentials,
};

/** What built-in roles allow is known by their template. */
function actionsOfCustomRole(data: Fields): string[] | undefined {
  if (data.flag('isBuiltIn') || !isList(data.value('rolePermissions'))) return undefined;
  return data.list('rolePermissions').flatMap((permission) => permission.texts('allowedResourceActions'));
}

/** Built-in roles have the same id in every tenant, so the key of a role contains the id of its tenant. */
export function roleKey(role: string | null, tenantOfRole: string | null): string | null {
  const definition = lastSegment(role);
  return definition !== null && tenantOfRole !== null ? `${definition}@${tenantOfRole}` : null;
}

const convertCredential = azureObject('AZFederatedIdentityCredential', {
  properties: {
    issuer: ['issuer', 'text'],
    subject: ['subject', 'text'],
    audiences: ['audiences', 'texts'],
    description: ['description', 'text'],
  },
});

/** Credentials with which external identities sign in as an app. One record lists all credentials of an app. */
function convertFederatedCredentials(data: Fields, into: Statements): void {
  const app = azureNode(data.id('appId'), 'AZApp');
  stateNonEmptyLists(data, into, 'fics', app, ['AZAuthenticatesTo'], (entry) => {
    const credential = entry.object('fic');
    if (!credential) return;
    const itsApp = azureNode(entry.id('appId'), 'AZApp') ?? app;
    const node = azureNode(byId(credential), 'AZFederatedIdentityCredential');
    convertCredential(credential, into);
    into.link(node, 'AZAuthenticatesTo', itsApp);
  });
}
