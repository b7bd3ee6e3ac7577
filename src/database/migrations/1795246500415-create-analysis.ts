import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What analysis keeps beside the graph: members of tier zero and counts of each run. */
export class CreateAnalysis1795246500415 implements MigrationInterface {
  readonly name = 'CreateAnalysis1795246500415';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE tier_zero_member (node_id bigint CONSTRAINT tier_zero_member_pkey PRIMARY KEY)',
    );
    for (const [environment, columns] of Object.entries(counts)) {
      const table = `data_quality_${environment}`;
      const id = environment === 'tenant' ? 'tenantid' : 'domainsid';
      await queryRunner.query(`CREATE TABLE ${table} (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT ${table}_pkey PRIMARY KEY,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3),
        run_id uuid NOT NULL,
        ${id} text COLLATE "C" NOT NULL,
        ${columns.map((column) => `${column} NOT NULL`).join(', ')})`);
      await queryRunner.query(`CREATE INDEX ${table}_${id}_created_at ON ${table} (${id}, created_at, id)`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE data_quality_domain, data_quality_tenant, tier_zero_member');
  }
}

const counts = {
  tenant: [
    'users integer',
    'groups integer',
    'apps integer',
    'service_principals integer',
    'devices integer',
    'management_groups integer',
    'subscriptions integer',
    'resource_groups integer',
    'vms integer',
    'key_vaults integer',
    'relationships integer',
  ],
  domain: [
    'users integer',
    'groups integer',
    'computers integer',
    'ous integer',
    'containers integer',
    'gpos integer',
    'aiacas integer',
    'rootcas integer',
    'enterprisecas integer',
    'ntauthstores integer',
    'certtemplates integer',
    'issuancepolicies integer',
    'acls integer',
    'sessions integer',
    'relationships integer',
    'session_completeness double precision',
    'local_group_completeness double precision',
  ],
} as const;
