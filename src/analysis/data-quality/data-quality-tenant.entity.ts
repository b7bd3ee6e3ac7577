import { Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import { EnvironmentCountsEntity } from './environment-counts.entity.js';

/** The counts of one analysis run in one cloud tenant. */
@Entity({ name: 'data_quality_tenant' })
@Index('data_quality_tenant_tenantid_created_at', ['tenantid', 'createdAt', 'id'])
export class DataQualityTenantEntity extends EnvironmentCountsEntity {
  @Identity('data_quality_tenant_pkey') readonly id!: number;
  /** Object id of the tenant, upper-cased as in the graph. */
  @Column({ type: 'text', collation: 'C' }) readonly tenantid!: string;
  @Column('integer') readonly apps!: number;
  @Column('integer') readonly servicePrincipals!: number;
  @Column('integer') readonly devices!: number;
  @Column('integer') readonly managementGroups!: number;
  @Column('integer') readonly subscriptions!: number;
  @Column('integer') readonly resourceGroups!: number;
  @Column('integer') readonly vms!: number;
  @Column('integer') readonly keyVaults!: number;
}
