/** Template ids of the roles of Entra ID that analysis knows, as in Microsoft's list of built-in roles, upper-cased. */
export const DirectoryRole = {
  GlobalAdministrator: '62E90394-69F5-4237-9190-012177145E10',
  PrivilegedRoleAdministrator: 'E8611AB8-C189-46E8-94E1-60213AB1F814',
  PrivilegedAuthenticationAdministrator: '7BE44C8A-ADAF-4E2A-84D6-AB2649E08A13',
  PartnerTier1Support: '4BA39CA4-527C-499A-B93D-D9B492C50246',
  PartnerTier2Support: 'E00E864A-17C5-4A4B-9C06-F5B95A8D5BD8',
  ApplicationAdministrator: '9B895D92-2CD3-44C7-9D02-A6AC2D5EA5C3',
  CloudApplicationAdministrator: '158C047A-C907-4556-B7EF-446551A6B5F7',
  SecurityAdministrator: '194AE4CB-B126-40B2-BD5B-6091B380977D',
  UserAdministrator: 'FE930BE7-5E62-47DB-91AF-98C3A49A38B1',
  HelpdeskAdministrator: '729827E3-9C14-49F7-BB1B-9608F156BBB8',
  AuthenticationAdministrator: 'C4E39BD9-1100-46D3-8C65-FB160DA0071F',
  PasswordAdministrator: '966707D0-3269-4727-9BE2-8C3A10F19B9D',
  GroupsAdministrator: 'FDD7A751-B60B-444A-984C-02652FE8FA1C',
  DirectoryWriters: '9360FEB5-F418-4BAA-8175-E2A00BAC4301',
  IdentityGovernanceAdministrator: '45D8D3C5-C802-45C6-B32A-1D70B5E1E86E',
  IntuneAdministrator: '3A2C62DB-5318-420D-8D74-23AFFEE5D9D5',
  KnowledgeAdministrator: 'B5A8DCF3-09D5-43A9-A639-8E29EF291470',
  KnowledgeManager: '744EC460-397E-42AD-A462-8B3F9747A02C',
  DirectoryReaders: '88D8E3E3-8F55-4A1E-953A-9B9898B8876B',
  GuestInviter: '95E79109-95C0-4D8E-AEE3-D01ACCF2D47B',
  MessageCenterReader: '790C1FB9-7F7D-4F88-86A1-EF1F95C05C1B',
  ReportsReader: '4A5D8F65-41DA-4DE4-8968-E035B65339CF',
  UsageSummaryReportsReader: '75934031-6C7E-415A-99D7-48DBD49E875E',
  UserExperienceSuccessManager: '27460883-1DF1-4691-B032-3B79643E5E63',
  HybridIdentityAdministrator: '8AC3FC64-6ECA-42EA-9E69-59F4C7B60EB2',
  DirectorySynchronizationAccounts: 'D29B2B05-8046-44BA-8758-1E26182FCF32',
  SharePointAdministrator: 'F28A1F50-F6E7-4571-818B-6A12F2AF6B6C',
  TeamsAdministrator: '69091246-20E8-4A56-AA4D-066075B2A7A8',
} as const;

const everyAdministratorResets = [
  DirectoryRole.DirectoryReaders,
  DirectoryRole.GuestInviter,
  DirectoryRole.PasswordAdministrator,
];

const readers = [
  DirectoryRole.MessageCenterReader,
  DirectoryRole.ReportsReader,
  DirectoryRole.UsageSummaryReportsReader,
  DirectoryRole.UserExperienceSuccessManager,
];

/** By role: it may reset the passwords of users who have no roles but these. */
export const resettableRoles: Readonly<Record<string, readonly string[]>> = {
  [DirectoryRole.PartnerTier1Support]: [],
  [DirectoryRole.PasswordAdministrator]: everyAdministratorResets,
  [DirectoryRole.HelpdeskAdministrator]: [...everyAdministratorResets, ...readers, DirectoryRole.HelpdeskAdministrator],
  [DirectoryRole.AuthenticationAdministrator]: [
    ...everyAdministratorResets,
    ...readers,
    DirectoryRole.AuthenticationAdministrator,
  ],
  [DirectoryRole.UserAdministrator]: [
    ...everyAdministratorResets,
    ...readers,
    DirectoryRole.HelpdeskAdministrator,
    DirectoryRole.GroupsAdministrator,
    DirectoryRole.UserAdministrator,
  ],
};
