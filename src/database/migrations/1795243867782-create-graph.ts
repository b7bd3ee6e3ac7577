import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `name=number` and, behind it, c for a carrier, a for a kind of access control entries, t for a traversable edge. */
const kinds = `
  Unknown=0 MemberOf=1t AdminTo=2t Computer=3 User=4 Group=5 Domain=6 OU=7 Container=8 GPO=9 ADLocalGroup=10
  ADLocalUser=11 AIACA=12 RootCA=13 EnterpriseCA=14 NTAuthStore=15 CertTemplate=16 IssuancePolicy=17 Base=18c
  AZBase=19c Meta=20 MetaDetail=21 MigrationData=22 AZTenant=30 AZUser=31 AZGroup=32 AZDevice=33 AZApp=34
  AZServicePrincipal=35 AZRole=36 AZManagementGroup=37 AZSubscription=38 AZResourceGroup=39 AZVM=40
  AZVMScaleSet=41 AZKeyVault=42 AZFunctionApp=43 AZWebApp=44 AZLogicApp=45 AZAutomationAccount=46
  AZContainerRegistry=47 AZManagedCluster=48 AZFederatedIdentityCredential=49 HasSession=100t CanRDP=101t
  CanPSRemote=102t ExecuteDCOM=103t SQLAdmin=104t Contains=105t GPLink=106t GenericAll=107at GenericWrite=108at
  WriteDacl=109at WriteOwner=110at Owns=111at AllExtendedRights=112at ForceChangePassword=113at AddMember=114at
  AddSelf=115at HasSIDHistory=116t TrustedBy=117t SameForestTrust=118t CrossForestTrust=119 SpoofSIDHistory=120t
  AbuseTGTDelegation=121t HasTrustKeys=122t ClaimSpecialIdentity=123t WriteGPLink=124at OwnsRaw=125a
  WriteOwnerRaw=126a OwnsLimitedRights=127at WriteOwnerLimitedRights=128at WriteAltSecurityIdentities=129at
  WritePublicInformation=130at MemberOfLocalGroup=131 LocalToComputer=132 RemoteInteractiveLogonRight=133
  RemoteInteractiveLogonPrivilege=134 BackupPrivilege=135 RestorePrivilege=136 GetChanges=137a GetChangesAll=138a
  GetChangesInFilteredSet=139a DCSync=140at SyncLAPSPassword=141at ReadLAPSPassword=142at ReadGMSAPassword=143at
  DumpSMSAPassword=144t AddKeyCredentialLink=145at WriteSPN=146at WriteAccountRestrictions=147at
  AddAllowedToAct=148at AllowedToAct=149t AllowedToDelegate=150t CoerceToTGT=151t DCFor=152t Enroll=153a
  ManageCA=154a ManageCertificates=155a WritePKIEnrollmentFlag=156a WritePKINameFlag=157a PublishedTo=158
  HostsCAService=159 RootCAFor=160 NTAuthStoreFor=161 TrustedForNTAuth=162 IssuedSignedBy=163 EnterpriseCAFor=164
  DelegatedEnrollmentAgent=165 EnrollOnBehalfOf=166 OIDGroupLink=167 ExtendedByPolicy=168
  CanAbuseUPNCertMapping=169 CanAbuseWeakCertBinding=170 GoldenCert=171t ADCSESC1=172t ADCSESC3=173t ADCSESC4=174t
  ADCSESC5=175t ADCSESC6a=176t ADCSESC6b=177t ADCSESC7=178t ADCSESC9a=179t ADCSESC9b=180t ADCSESC10a=181t
  ADCSESC10b=182t ADCSESC13=183t CoerceAndRelayNTLMToSMB=184t CoerceAndRelayNTLMToADCS=185t
  CoerceAndRelayNTLMToLDAP=186t CoerceAndRelayNTLMToLDAPS=187t SyncedToEntraUser=188t SyncedToADUser=189t
  CanBackup=190t GPOAppliesTo=191t CanApplyGPO=192t PropagatesACEsTo=193t ContainsIdentity=194t
  ProtectAdminGroups=195 AZContains=200t AZMemberOf=201t AZOwns=202t AZRunsAs=203t AZManagedIdentity=204t
  AZOwner=205t AZUserAccessAdministrator=206t AZVMContributor=207t AZAvereContributor=208t
  AZKeyVaultContributor=209t AZWebsiteContributor=210t AZNodeResourceGroup=211t AZAppAdmin=212t
  AZCloudAppAdmin=213t AZAddMembers=214t AZGlobalAdmin=215t AZPrivilegedRoleAdmin=216t AZPrivilegedAuthAdmin=217t
  AZMGAddMember=218t AZMGAddOwner=219t AZMGAddSecret=220t AZMGGrantAppRoles=221t AZMGGrantRole=222t AZHasRole=223t
  AZRoleEligible=224 AZRoleApprover=225 AZAuthenticatesTo=226 AZScopedTo=227 AZContributor=228t
  AZVMAdminLogin=229t AZGetSecrets=230t AZGetKeys=231t AZGetCertificates=232t AZLogicAppContributor=233t
  AZAutomationContributor=234t AZAKSContributor=235t AZExecuteCommand=236t AZAddSecret=237t AZAddOwner=238t
  AZResetPassword=239t AZGrant=240t AZGrantSelf=241t AZMGApplication_ReadWrite_All=242
  AZMGAppRoleAssignment_ReadWrite_All=243 AZMGDirectory_ReadWrite_All=244 AZMGGroup_ReadWrite_All=245
  AZMGGroupMember_ReadWrite_All=246 AZMGRoleManagement_ReadWrite_Directory=247
  AZMGServicePrincipalEndpoint_ReadWrite_All=248
`;

/** The tables of the graph (docs/adr/0005-graph-storage.md). */
export class CreateGraph1795243867782 implements MigrationInterface {
  readonly name = 'CreateGraph1795243867782';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
    for (const kind of kinds.trim().split(/\s+/)) await queryRunner.query(insertKind, rowOf(kind));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE node_change, edge_change, graph_state, session_seen, edge_props, edge, node, kind',
    );
    await queryRunner.query('DROP AGGREGATE merge_props(jsonb)');
  }
}

const statements = [
  `CREATE TABLE kind (
    id smallint CONSTRAINT kind_pkey PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    carrier boolean NOT NULL DEFAULT false,
    acl boolean NOT NULL DEFAULT false,
    traversable boolean NOT NULL DEFAULT false)`,
  'CREATE UNIQUE INDEX kind_name ON kind (name)',

  `CREATE TABLE node (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT node_pkey PRIMARY KEY,
    objectid text COLLATE "C" NOT NULL,
    kind smallint NOT NULL,
    kinds smallint[] NOT NULL,
    name text COLLATE "C" NOT NULL,
    environment text COLLATE "C",
    described boolean NOT NULL,
    last_seen date NOT NULL,
    props jsonb NOT NULL DEFAULT '{}')`,
  'CREATE UNIQUE INDEX node_objectid ON node (objectid)',
  'CREATE INDEX node_kind_name ON node (kind, name, id)',
  'CREATE INDEX node_kind_objectid ON node (kind, objectid, id)',
  'CREATE INDEX node_environment ON node (environment, kind) WHERE environment IS NOT NULL',

  `CREATE TABLE edge (
    source bigint NOT NULL,
    target bigint NOT NULL,
    kind smallint NOT NULL,
    flags smallint NOT NULL,
    CONSTRAINT edge_pkey PRIMARY KEY (source, kind, target))
    WITH (autovacuum_vacuum_insert_scale_factor = 0.02)`,
  'CREATE UNIQUE INDEX edge_reverse ON edge (target, kind, source)',
  'CREATE INDEX edge_derived ON edge (kind) WHERE (flags & 2) <> 0',
  `CREATE TABLE edge_props (
    source bigint NOT NULL,
    target bigint NOT NULL,
    kind smallint NOT NULL,
    props jsonb NOT NULL,
    CONSTRAINT edge_props_pkey PRIMARY KEY (source, kind, target))`,

  `CREATE TABLE session_seen (
    source bigint NOT NULL,
    target bigint NOT NULL,
    seen_on date NOT NULL,
    CONSTRAINT session_seen_pkey PRIMARY KEY (source, target))`,

  `CREATE TABLE graph_state (
    one boolean NOT NULL DEFAULT true CONSTRAINT graph_state_pkey PRIMARY KEY CONSTRAINT graph_state_one_row CHECK (one),
    version bigint NOT NULL,
    oldest_delta bigint NOT NULL,
    computers bigint NOT NULL,
    edges bigint NOT NULL)`,
  'INSERT INTO graph_state (version, oldest_delta, computers, edges) VALUES (0, 0, 0, 0)',

  `CREATE TABLE edge_change (
    version bigint NOT NULL,
    source bigint NOT NULL,
    target bigint NOT NULL,
    kind smallint NOT NULL,
    op smallint NOT NULL,
    CONSTRAINT edge_change_pkey PRIMARY KEY (version, source, kind, target))`,
  `CREATE TABLE node_change (
    version bigint NOT NULL,
    node_id bigint NOT NULL,
    CONSTRAINT node_change_pkey PRIMARY KEY (version, node_id))`,

  'CREATE AGGREGATE merge_props(jsonb) (SFUNC = jsonb_concat, STYPE = jsonb)',
];

const insertKind = 'INSERT INTO kind (id, name, carrier, acl, traversable) VALUES ($1, $2, $3, $4, $5)';

function rowOf(kind: string): (number | string | boolean)[] {
  const [name = '', rest = ''] = kind.split('=');
  return [Number.parseInt(rest, 10), name, rest.includes('c'), rest.includes('a'), rest.includes('t')];
}
