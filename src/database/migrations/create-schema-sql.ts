import type { QueryRunner } from 'typeorm';
import { shippedQueries } from './shipped-queries.js';
import { tierZeroRules } from './tier-zero-rules.js';

/** Creates the parts of the first schema that TypeORM does not generate from entities, and the rows that every installation has. */
export async function completeSchema(queryRunner: QueryRunner): Promise<void> {
  for (const statement of [...indexes, ...rows]) await queryRunner.query(statement);
  await queryRunner.query(
    `INSERT INTO kind (id, name, carrier, traversable)
       SELECT * FROM unnest($1::smallint[], $2::text[], $3::boolean[], $4::boolean[])`,
    kindColumns(),
  );
  await queryRunner.query(
    `INSERT INTO asset_group_selector (asset_group_id, name, description, allow_disable, system_selector)
       SELECT 1, rule.*, true FROM unnest($1::text[], $2::text[], $3::boolean[]) rule`,
    [
      tierZeroRules.map(([name]) => name),
      tierZeroRules.map(([, text]) => text),
      tierZeroRules.map(([, , change]) => change === 'switchable'),
    ],
  );
  await queryRunner.query(
    'INSERT INTO saved_query (name, description, query) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
    [0, 1, 2].map((column) => shippedQueries.map((query) => query[column])),
  );
}

/** Creates the objects that the view of edges needs. */
export async function prepareView(queryRunner: QueryRunner): Promise<void> {
  // The properties that several lists state of an edge, as one object.
  await queryRunner.query('CREATE AGGREGATE merge_props(jsonb) (SFUNC = jsonb_concat, STYPE = jsonb)');
  // TypeORM stores the text of views here. It creates the table itself only for a connection that knows the entities.
  await queryRunner.query(`CREATE TABLE IF NOT EXISTS typeorm_metadata (
    type varchar NOT NULL, database varchar, schema varchar, "table" varchar, name varchar, value text)`);
}

/** Drops the objects that {@link prepareView} creates. */
export async function dropFunctions(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query('DROP AGGREGATE merge_props(jsonb)');
  await queryRunner.query('DROP TABLE typeorm_metadata');
}

/** Indexes on an expression, with an order, or with a condition that TypeORM would not recognize as PostgreSQL writes it. */
const indexes = [
  'CREATE INDEX node_objectid_folded ON node (upper(objectid)) WHERE objectid <> upper(objectid)',

  'CREATE UNIQUE INDEX account_name_key ON account (lower(name))',
  'CREATE UNIQUE INDEX client_name_key ON client (lower(name))',

  "CREATE INDEX upload_open ON upload (status) WHERE status IN ('running', 'ingesting', 'analyzing')",
  "CREATE INDEX upload_file_open ON upload_file (status) WHERE status IN ('queued', 'reading')",
  'CREATE UNIQUE INDEX upload_file_spool_key ON upload_file (spool_key) WHERE spool_key IS NOT NULL',

  "CREATE INDEX job_open ON job (client_id, execution_time) WHERE status IN ('ready', 'running')",
  "CREATE UNIQUE INDEX job_running_client ON job (client_id) WHERE status = 'running'",
  'CREATE UNIQUE INDEX job_upload ON job (upload_id) WHERE upload_id IS NOT NULL',
  'CREATE INDEX job_execution_time ON job (execution_time DESC NULLS LAST, id)',
  `CREATE INDEX job_finished ON job (end_time DESC NULLS LAST, id) WHERE status NOT IN ('ready', 'running')`,
  `CREATE INDEX job_finished_client ON job (client_id, end_time DESC NULLS LAST, id)
     WHERE status NOT IN ('ready', 'running')`,
  `CREATE INDEX job_finished_start ON job (start_time) WHERE status NOT IN ('ready', 'running')`,
];

const rows = [
  'INSERT INTO graph_state (version) VALUES (0)',
  // Clients rely on the ids of the two system groups, 1 and 2.
  `INSERT INTO asset_group (name, tag, description, system_group, type, position) VALUES
     ('Admin Tier Zero', 'admin_tier_0', 'The nodes that control a domain or a tenant.', true, 1, 1),
     ('Owned', 'owned', 'The nodes that an attacker controls.', true, 3, NULL)`,
];

/**
 * The first rows of the catalogue of kinds: `name=number`, then `c` for a carrier, `a` for a kind of access control entries and `t` for
 * a traversable edge.
 */
const kinds = `
  Unknown=0 MemberOf=1t AdminTo=2t Computer=3 User=4 Group=5 Domain=6 OU=7 Container=8 GPO=9 ADLocalGroup=10
  ADLocalUser=11 AIACA=12 RootCA=13 EnterpriseCA=14 NTAuthStore=15 CertTemplate=16 IssuancePolicy=17 Base=18c
  AZBase=19c Meta=20 MetaDetail=21 MigrationData=22 AZTenant=30 AZUser=31 AZGroup=32 AZDevice=33 AZApp=34
  AZServicePrincipal=35 AZRole=36 AZManagementGroup=37 AZSubscription=38 AZResourceGroup=39 AZVM=40
  AZVMScaleSet=41 AZKeyVault=42 AZFunctionApp=43 AZWebApp=44 AZLogicApp=45 AZAutomationAccount=46
  AZContainerRegistry=47 AZManagedCluster=48 AZFederatedIdentityCredential=49 HasSession=100t CanRDP=101t
  CanPSRemote=102t ExecuteDCOM=103t SQLAdmin=104t Contains=105t GPLink=106t GenericAll=107t GenericWrite=108t
  WriteDacl=109t WriteOwner=110t Owns=111t AllExtendedRights=112t ForceChangePassword=113t AddMember=114t
  AddSelf=115t HasSIDHistory=116t TrustedBy=117t SameForestTrust=118t CrossForestTrust=119 SpoofSIDHistory=120t
  AbuseTGTDelegation=121t HasTrustKeys=122t ClaimSpecialIdentity=123t WriteGPLink=124t OwnsRaw=125
  WriteOwnerRaw=126 OwnsLimitedRights=127t WriteOwnerLimitedRights=128t WriteAltSecurityIdentities=129t
  WritePublicInformation=130t MemberOfLocalGroup=131 LocalToComputer=132 RemoteInteractiveLogonRight=133
  RemoteInteractiveLogonPrivilege=134 BackupPrivilege=135 RestorePrivilege=136 GetChanges=137 GetChangesAll=138
  GetChangesInFilteredSet=139 DCSync=140t SyncLAPSPassword=141t ReadLAPSPassword=142t ReadGMSAPassword=143t
  DumpSMSAPassword=144t AddKeyCredentialLink=145t WriteSPN=146t WriteAccountRestrictions=147t
  AddAllowedToAct=148t AllowedToAct=149t AllowedToDelegate=150t CoerceToTGT=151t DCFor=152t Enroll=153
  ManageCA=154t ManageCertificates=155t WritePKIEnrollmentFlag=156 WritePKINameFlag=157 PublishedTo=158
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
  AZRoleEligible=224t AZRoleApprover=225t AZAuthenticatesTo=226 AZScopedTo=227 AZContributor=228t
  AZVMAdminLogin=229t AZGetSecrets=230t AZGetKeys=231t AZGetCertificates=232t AZLogicAppContributor=233t
  AZAutomationContributor=234t AZAKSContributor=235t AZExecuteCommand=236t AZAddSecret=237t AZAddOwner=238t
  AZResetPassword=239t AZGrant=240t AZGrantSelf=241t AZMGApplication_ReadWrite_All=242
  AZMGAppRoleAssignment_ReadWrite_All=243 AZMGDirectory_ReadWrite_All=244 AZMGGroup_ReadWrite_All=245
  AZMGGroupMember_ReadWrite_All=246 AZMGRoleManagement_ReadWrite_Directory=247
  AZMGServicePrincipalEndpoint_ReadWrite_All=248
`;

function kindColumns(): unknown[][] {
  const parsed = [...kinds.matchAll(/(\w+)=(\d+)(\w*)/g)];
  const has = (flag: string) => parsed.map(([, , , flags = '']) => flags.includes(flag));
  return [parsed.map(([, , id]) => id), parsed.map(([, name]) => name), has('c'), has('t')];
}
