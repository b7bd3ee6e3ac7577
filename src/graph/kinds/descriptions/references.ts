/** Technique of MITRE ATT&CK, such as `T1003.006`. */
export function mitre(technique: string): string {
  return `https://attack.mitre.org/techniques/${technique.replace('.', '/')}/`;
}

export function microsoft(page: string): string {
  return `https://learn.microsoft.com/en-us/${page}`;
}

/** Article of SpecterOps. */
export function specterOps(article: string): string {
  return `https://posts.specterops.io/${article}`;
}

export const anAceUpTheSleeve = 'https://specterops.io/wp-content/uploads/sites/3/2022/06/an_ace_up_the_sleeve.pdf';
export const certifiedPreOwned = specterOps('certified-pre-owned-d95910965cd2');
export const shadowCredentials = specterOps(
  'shadow-credentials-abusing-key-trust-account-mapping-for-takeover-8ee1a53566ab',
);
export const waggingTheDog = 'https://shenaniganslabs.io/2019/01/28/Wagging-the-Dog.html';
export const strongCertificateMapping =
  'https://support.microsoft.com/en-us/topic/kb5014754-certificate-based-authentication-changes-on-windows-domain-controllers-ad2c23b0-15d8-4340-a468-4d4f3b188f16';
export const relayToCertificateServices =
  'https://support.microsoft.com/en-us/topic/kb5005413-mitigating-ntlm-relay-attacks-on-active-directory-certificate-services-ad-cs-3612b773-4043-4aa9-b23d-b87910cd3429';

export const activeDirectoryProtocol = microsoft(
  'openspecs/windows_protocols/ms-adts/d2435927-0999-4c62-8c6d-13ba31a52e1a',
);
export const securityGroups = microsoft('windows-server/identity/ad-ds/manage/understand-security-groups');
export const protectedAccounts = microsoft(
  'windows-server/identity/ad-ds/plan/security-best-practices/appendix-c--protected-accounts-and-groups-in-active-directory',
);
export const bestPractices = microsoft(
  'windows-server/identity/ad-ds/plan/security-best-practices/best-practices-for-securing-active-directory',
);
export const entraRoles = microsoft('entra/identity/role-based-access-control/permissions-reference');
export const entraRoleBestPractices = microsoft('entra/identity/role-based-access-control/best-practices');
export const privilegedIdentityManagement = microsoft(
  'entra/id-governance/privileged-identity-management/pim-configure',
);
export const graphPermissionReference = microsoft('graph/permissions-reference');
export const azureRoles = microsoft('azure/role-based-access-control/built-in-roles');
export const azureRoleBestPractices = microsoft('azure/role-based-access-control/best-practices');
export const managedIdentities = microsoft('entra/identity/managed-identities-azure-resources/overview');
