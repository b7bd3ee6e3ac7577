import { Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import { EnvironmentCountsEntity } from './environment-counts.entity.js';

/** The counts of one analysis run in one collected domain. */
@Entity({ name: 'data_quality_domain' })
@Index('data_quality_domain_domainsid_created_at', ['domainsid', 'createdAt', 'id'])
export class DataQualityDomainEntity extends EnvironmentCountsEntity {
  @Identity('data_quality_domain_pkey') readonly id!: number;
  /** Object id of the domain. */
  @Column({ type: 'text', collation: 'C' }) readonly domainsid!: string;
  @Column('integer') readonly computers!: number;
  @Column('integer') readonly ous!: number;
  @Column('integer') readonly containers!: number;
  @Column('integer') readonly gpos!: number;
  @Column('integer') readonly aiacas!: number;
  @Column('integer') readonly rootcas!: number;
  @Column('integer') readonly enterprisecas!: number;
  @Column('integer') readonly ntauthstores!: number;
  @Column('integer') readonly certtemplates!: number;
  @Column('integer') readonly issuancepolicies!: number;
  @Column('integer', { default: 0 }) readonly sites!: number;
  @Column('integer', { default: 0 }) readonly siteservers!: number;
  @Column('integer', { default: 0 }) readonly sitesubnets!: number;
  /** Edges of access control entries that start at a node of the domain. */
  @Column('integer') readonly acls!: number;
  /** Sessions on computers of the domain. */
  @Column('integer') readonly sessions!: number;
  /** Share of the active users that a session was seen of: 0 to 1. */
  @Column('double precision') readonly sessionCompleteness!: number;
  /** Share of the active Windows computers that rights by local groups are known of: 0 to 1. */
  @Column('double precision') readonly localGroupCompleteness!: number;
}
