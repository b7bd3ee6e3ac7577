import { Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import { EnvironmentCountsEntity } from './environment-counts.entity.js';

/** The counts of one analysis run in one collected domain. */
@Entity({ name: 'data_quality_domain' })
@Index('data_quality_domain_domainsid_created_at', ['domainsid', 'createdAt', 'id'])
export class DataQualityDomainEntity extends EnvironmentCountsEntity {
  @Identity('data_quality_domain_pkey')
  readonly id!: number;

  /** Object id of the domain. */
  @Column({ name: 'domainsid', type: 'text', collation: 'C' })
  readonly domainsid!: string;

  @Column({ name: 'computers', type: 'integer' })
  readonly computers!: number;

  @Column({ name: 'ous', type: 'integer' })
  readonly ous!: number;

  @Column({ name: 'containers', type: 'integer' })
  readonly containers!: number;

  @Column({ name: 'gpos', type: 'integer' })
  readonly gpos!: number;

  @Column({ name: 'aiacas', type: 'integer' })
  readonly aiacas!: number;

  @Column({ name: 'rootcas', type: 'integer' })
  readonly rootcas!: number;

  @Column({ name: 'enterprisecas', type: 'integer' })
  readonly enterprisecas!: number;

  @Column({ name: 'ntauthstores', type: 'integer' })
  readonly ntauthstores!: number;

  @Column({ name: 'certtemplates', type: 'integer' })
  readonly certtemplates!: number;

  @Column({ name: 'issuancepolicies', type: 'integer' })
  readonly issuancepolicies!: number;

  /** Edges of access control entries that start at a node of the domain. */
  @Column({ name: 'acls', type: 'integer' })
  readonly acls!: number;

  /** Sessions on computers of the domain. */
  @Column({ name: 'sessions', type: 'integer' })
  readonly sessions!: number;

  /** Share of the active users that a session was seen of: 0 to 1. */
  @Column({ name: 'session_completeness', type: 'double precision' })
  readonly sessionCompleteness!: number;

  /** Share of the active Windows computers that rights by local groups are known of: 0 to 1. */
  @Column({ name: 'local_group_completeness', type: 'double precision' })
  readonly localGroupCompleteness!: number;
}
