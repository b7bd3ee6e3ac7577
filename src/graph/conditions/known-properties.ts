export const propertyTypes = ['boolean', 'time', 'number', 'text', 'texts'] as const;

/** The type of the values of a property; `texts` is a list of texts. */
export type PropertyType = (typeof propertyTypes)[number];

interface KnownProperty {
  readonly type: PropertyType;
  /** Names of the kinds whose nodes have it. */
  readonly kinds: readonly string[];
}

function table(
  groups: readonly (readonly [type: PropertyType, kinds: readonly string[], names: string])[],
): ReadonlyMap<string, KnownProperty> {
  const known = new Map<string, KnownProperty>();
  for (const [type, kinds, names] of groups)
    for (const name of names.split(' ')) {
      const former = known.get(name);
      if (former && former.type !== type) throw new Error(`${name} has two types`);
      known.set(name, { type, kinds: [...(former?.kinds ?? []), ...kinds] });
    }
  return known;
}

/** Properties that collectors send, by name. Nodes may have others, too, whose values are compared by the type that they have. */
export const knownProperties = table([
  ['text', ['Base', 'AZBase'], 'name objectid'],
  ['text', ['Base'], 'domain domainsid distinguishedname samaccountname description'],
  ['time', ['Base'], 'whencreated'],
  ['boolean', ['User', 'Computer'], 'enabled unconstraineddelegation trustedtoauth admincount'],
  ['time', ['User', 'Computer'], 'lastlogon lastlogontimestamp pwdlastset'],
  ['texts', ['User', 'Computer'], 'serviceprincipalnames allowedtodelegate sidhistory'],
  ['text', ['User', 'Computer'], 'email'],
  [
    'boolean',
    ['User'],
    'hasspn dontreqpreauth passwordnotreqd pwdneverexpires sensitive passwordcantchange gmsa msa encryptedtextpwdallowed usedeskeyonly',
  ],
  [
    'text',
    ['User'],
    'displayname title homedirectory userpassword unixpassword unicodepassword sfupassword logonscript',
  ],
  ['boolean', ['Group'], 'admincount'],
  ['text', ['Group'], 'groupscope'],
  ['boolean', ['Computer'], 'haslaps isdc smbsigning webclientrunning'],
  ['text', ['Computer'], 'operatingsystem'],
  ['text', ['Domain'], 'functionallevel'],
  ['number', ['Domain'], 'machineaccountquota minpwdlength pwdhistorylength lockoutthreshold'],
  ['boolean', ['Domain'], 'collected'],
  ['boolean', ['Base'], 'isaclprotected ignoresinheritedaces adminsdholderprotected'],
  ['boolean', ['OU'], 'blocksinheritance'],
  ['text', ['GPO'], 'gpcpath'],
  [
    'boolean',
    ['CertTemplate'],
    'enrolleesuppliessubject requiresmanagerapproval authenticationenabled nosecurityextension',
  ],
  ['number', ['CertTemplate'], 'authorizedsignatures schemaversion'],
  ['texts', ['CertTemplate'], 'ekus effectiveekus certificatenameflag enrollmentflag'],
  ['boolean', ['EnterpriseCA'], 'isuserspecifiessanenabled'],
  ['text', ['EnterpriseCA', 'RootCA'], 'caname certthumbprint'],
  ['text', ['AZBase'], 'tenantid displayname description'],
  ['boolean', ['AZUser', 'AZServicePrincipal', 'AZDevice'], 'enabled'],
  ['text', ['AZUser'], 'userprincipalname usertype onpremid email title'],
  ['boolean', ['AZUser', 'AZGroup'], 'onpremsyncenabled'],
  ['boolean', ['AZAdministrativeUnit'], 'memberscollected ismembermanagementrestricted'],
  ['boolean', ['AZGroup'], 'isassignabletorole securityenabled'],
  ['text', ['AZApp', 'AZServicePrincipal'], 'appid'],
  ['text', ['AZDevice', 'AZVM'], 'operatingsystem'],
]);
