/** Ids of built-in roles of the directory, in upper case. */
export const entraRoles = {
  applicationAdministrator: '9B895D92-2CD3-44C7-9D02-A6AC2D5EA5C3',
  cloudApplicationAdministrator: '158C047A-C907-4556-B7EF-446551A6B5F7',
  globalAdministrator: '62E90394-69F5-4237-9190-012177145E10',
  privilegedRoleAdministrator: 'E8611AB8-C189-46E8-94E1-60213AB1F814',
} as const;
