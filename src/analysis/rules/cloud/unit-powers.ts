import { DirectoryRole } from './directory-roles.js';

/** What a role may do in an administrative unit. `Unified`: groups of Microsoft 365 only. */
export type UnitPower = 'resetPasswords' | 'resetAllPasswords' | 'addMembers' | 'addMembersOfUnified';

const powers: Readonly<Record<string, readonly UnitPower[]>> = {
  [DirectoryRole.HelpdeskAdministrator]: ['resetPasswords'],
  [DirectoryRole.PasswordAdministrator]: ['resetPasswords'],
  [DirectoryRole.AuthenticationAdministrator]: ['resetPasswords'],
  [DirectoryRole.UserAdministrator]: ['resetPasswords', 'addMembers'],
  [DirectoryRole.PrivilegedAuthenticationAdministrator]: ['resetAllPasswords'],
  [DirectoryRole.GroupsAdministrator]: ['addMembers'],
  [DirectoryRole.SharePointAdministrator]: ['addMembersOfUnified'],
  [DirectoryRole.TeamsAdministrator]: ['addMembersOfUnified'],
};

/** By the action that a custom role allows, in lower case. */
const powersOfActions: Readonly<Record<string, UnitPower>> = {
  'microsoft.directory/users/password/update': 'resetPasswords',
  'microsoft.directory/groups/members/update': 'addMembers',
};

/** @param actions that a custom role allows */
export function unitPowers(template: string, actions: readonly string[]): readonly UnitPower[] {
  return powers[template] ?? actions.flatMap((action) => powersOfActions[action.toLowerCase()] ?? []);
}
