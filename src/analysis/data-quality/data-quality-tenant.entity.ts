import { Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import { EnvironmentCountsEntity } from './environment-counts.entity.js';

/** The counts of one analysis run in one cloud tenant. */
@Entity({ name: 'data_quality_tenant' })
@Index('data_quality_tenant_tenantid_created_at', ['tenantid', 'createdAt', 'id'])
export class DataQualityTenantEntity extends EnvironmentCountsEntity {
  @Identity('data_quality_tenant_pkey')
  readonly id!: number;

  /** Object id of the tenant, upper-cased as in the graph. */
  @Column({ name: 'tenantid', type: 'text', collation: 'C' })
  readonly tenantid!: string;

  @Column({ name: 'apps', type: 'integer' })
  readonly apps!: number;

  @Column({ name: 'service_principals', type: 'integer' })
  readonly servicePrincipals!: number;

  @Column({ name: 'devices', type: 'integer' })
  readonly devices!: number;

  @Column({ name: 'management_groups', type: 'integer' })
  readonly managementGroups!: number;

  @Column({ name: 'subscriptions', type: 'integer' })
  readonly subscriptions!: number;

  @Column({ name: 'resource_groups', type: 'integer' })
  readonly resourceGroups!: number;

  @Column({ name: 'vms', type: 'integer' })
  readonly vms!: number;

  @Column({ name: 'key_vaults', type: 'integer' })
  readonly keyVaults!: number;
}
