/** One item of an AzureHound file. */
export interface CloudItem {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const item = (kind: string, data: CloudItem['data']): CloudItem => ({ kind, data });

export type DirectoryObjectType = 'user' | 'group' | 'servicePrincipal' | 'device';

/** A member or owner as Microsoft Graph returns it, reduced to its type and id. */
export const directoryObject = (type: DirectoryObjectType, id: string) => ({
  '@odata.type': `#microsoft.graph.${type}`,
  id,
});

/** @returns a time in UTC with a precision of seconds */
export const cloudTime = (unixSeconds: number): string => `${new Date(unixSeconds * 1000).toISOString().slice(0, 19)}Z`;

/** Yields the whole numbers from 0 to `count` - 1. */
export function* upTo(count: number): Generator<number> {
  for (let i = 0; i < count; i++) yield i;
}

/** Entra roles of the tenant: template id and name. */
export const ENTRA_ROLES = {
  globalAdministrator: ['62E90394-69F5-4237-9190-012177145E10', 'Global Administrator'],
  privilegedRoleAdministrator: ['E8611AB8-C189-46E8-94E1-60213AB1F814', 'Privileged Role Administrator'],
  privilegedAuthenticationAdministrator: [
    '7BE44C8A-ADAF-4E2A-84D6-AB2649E08A13',
    'Privileged Authentication Administrator',
  ],
  applicationAdministrator: ['9B895D92-2CD3-44C7-9D02-A6AC2D5EA5C3', 'Application Administrator'],
  cloudApplicationAdministrator: ['158C047A-C907-4556-B7EF-446551A6B5F7', 'Cloud Application Administrator'],
  userAdministrator: ['FE930BE7-5E62-47DB-91AF-98C3A49A38B1', 'User Administrator'],
  helpdeskAdministrator: ['729827E3-9C14-49F7-BB1B-9608F156BBB8', 'Helpdesk Administrator'],
  authenticationAdministrator: ['C4E39BD9-1100-46D3-8C65-FB160DA0071F', 'Authentication Administrator'],
  groupsAdministrator: ['FDD7A751-B60B-444A-984C-02652FE8FA1C', 'Groups Administrator'],
  directoryWriters: ['9360FEB5-F418-4BAA-8175-E2A00BAC4301', 'Directory Writers'],
  intuneAdministrator: ['3A2C62DB-5318-420D-8D74-23AFFEE5D9D5', 'Intune Administrator'],
  securityAdministrator: ['194AE4CB-B126-40B2-BD5B-6091B380977D', 'Security Administrator'],
} as const;

export type EntraRole = keyof typeof ENTRA_ROLES;

/** Azure roles over resources. */
export const RESOURCE_ROLES = {
  owner: '8E3AF657-A8FF-443C-A75C-2FE8C4BCB635',
  contributor: 'B24988AC-6180-42A0-AB88-20F7382DD24C',
  userAccessAdmin: '18D7D88D-D35E-4FB5-A5C3-7773C20A72D9',
  vmContributor: '9980E02C-C2BE-4D73-94E8-173B1DC7CF3C',
  adminLogin: '1C0163C0-47E6-4577-8991-EA5C82E286E4',
  avereContributor: '4F8FAB4F-1852-4A58-A46A-8EAF358AF14A',
  kvContributor: 'F25E0FA2-A7C8-4377-A976-54943A77A395',
  websiteContributor: 'DE139F84-1756-47AE-9BE6-808FBBE84772',
  logicAppContributor: '87A39D53-FC1B-424A-814C-F7E04687DC9E',
  automationContributor: 'F353D9BD-D4A6-484E-A77A-8050B599B867',
  aksContributor: 'ED7F3FBD-7B88-4DD4-9017-9ADB7CE333F8',
} as const;

/** Application permissions of Microsoft Graph, by app role id. */
export const GRAPH_PERMISSIONS = [
  '1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9',
  '06b708a9-e830-4db3-a914-8e69da51d44f',
  '19dbc75e-c2e2-444c-a770-ec69d8559fc7',
  '62a82d76-70ea-41e2-9197-370581804d09',
  'dbaae8cf-10b5-4b86-a4a1-f871c94c6695',
  '9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8',
  '89c8469c-83ad-45f7-8ff2-6e3d4285709e',
] as const;

/** App id of Microsoft Graph, the same in every tenant, as Microsoft writes it: BloodHound compares it exactly. */
export const GRAPH_APP = '00000003-0000-0000-c000-000000000000';

/** The tenant of Microsoft's own applications, which no collection describes. */
export const MICROSOFT_TENANT = 'F8CDEF31-A31E-4B4A-93E4-5F571E91255A';
