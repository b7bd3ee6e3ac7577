/**
 * Rights of an access entry that become an edge of the same name, exactly so spelt. `Owns` and `WriteOwner` are stored under these
 * names (not as raw forms that analysis would rewrite); owner rights that an entry limits are told apart in access-edges.ts.
 */
export const accessRights: ReadonlySet<string> = new Set([
  'AddAllowedToAct',
  'AddKeyCredentialLink',
  'AddMember',
  'AddSelf',
  'AllExtendedRights',
  'DCSync',
  'Enroll',
  'ForceChangePassword',
  'GenericAll',
  'GenericWrite',
  'GetChanges',
  'GetChangesAll',
  'GetChangesInFilteredSet',
  'ManageCA',
  'ManageCertificates',
  'Owns',
  'OwnsLimitedRights',
  'ReadGMSAPassword',
  'ReadLAPSPassword',
  'SyncLAPSPassword',
  'WriteAccountRestrictions',
  'WriteAltSecurityIdentities',
  'WriteDacl',
  'WriteGPLink',
  'WriteOwner',
  'WriteOwnerLimitedRights',
  'WritePKIEnrollmentFlag',
  'WritePKINameFlag',
  'WritePublicInformation',
  'WriteSPN',
]);

/** Raw forms that other importers write, and the kinds they are stored as. */
export const renamedRights: ReadonlyMap<string, string> = new Map([
  ['OwnsRaw', 'Owns'],
  ['WriteOwnerRaw', 'WriteOwner'],
]);
