/** Built-in roles of Azure resources, by the name used here; ids in upper case. */
export const azureRoles = {
  owner: '8E3AF657-A8FF-443C-A75C-2FE8C4BCB635',
  contributor: 'B24988AC-6180-42A0-AB88-20F7382DD24C',
  userAccessAdministrator: '18D7D88D-D35E-4FB5-A5C3-7773C20A72D9',
  keyVaultContributor: 'F25E0FA2-A7C8-4377-A976-54943A77A395',
  virtualMachineAdministratorLogin: '1C0163C0-47E6-4577-8991-EA5C82E286E4',
  avereContributor: '4F8FAB4F-1852-4A58-A46A-8EAF358AF14A',
  virtualMachineContributor: '9980E02C-C2BE-4D73-94E8-173B1DC7CF3C',
  websiteContributor: 'DE139F84-1756-47AE-9BE6-808FBBE84772',
  logicAppContributor: '87A39D53-FC1B-424A-814C-F7E04687DC9E',
  automationContributor: 'F353D9BD-D4A6-484E-A77A-8050B599B867',
  aksContributor: 'ED7F3FBD-7B88-4DD4-9017-9ADB7CE333F8',
} as const;

/** Built-in roles of the directory that ingest treats by name; ids in upper case. */
export const entraRoles = {
  applicationAdministrator: '9B895D92-2CD3-44C7-9D02-A6AC2D5EA5C3',
  cloudApplicationAdministrator: '158C047A-C907-4556-B7EF-446551A6B5F7',
  privilegedRoleAdministrator: 'E8611AB8-C189-46E8-94E1-60213AB1F814',
} as const;
