import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../auth/account.entity.js';
import { ChangeTimesEntity, Identity } from '../../database/times.entity.js';

/** A Cypher query that an account has saved, or that the service ships. */
@Entity({ name: 'saved_query' })
@Unique('saved_query_name_key', ['accountId', 'name'])
export class SavedQueryEntity extends ChangeTimesEntity {
  @Identity('saved_query_pkey') readonly id!: number;
  /** Null for a query of the service. Everybody can read it, and nobody can change it. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'saved_query_account_fkey' })
  readonly account?: AccountEntity;
  @Column('text') readonly name!: string;
  /** The text as sent. */
  @Column('text') readonly query!: string;
  @Column('text', { default: '' }) readonly description!: string;
  @Column('text', { default: '' }) readonly category!: string;
  /** Whether every account can read it. */
  @Column('boolean', { default: false }) readonly isPublic!: boolean;
}

/** An account that can read a query of another one. */
@Entity({ name: 'saved_query_share' })
@Index('saved_query_share_account', ['accountId'])
export class SavedQueryShareEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'saved_query_share_pkey' }) readonly queryId!: number;
  @ManyToOne(() => SavedQueryEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'query_id', foreignKeyConstraintName: 'saved_query_share_query_fkey' })
  readonly query?: SavedQueryEntity;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'saved_query_share_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'saved_query_share_account_fkey' })
  readonly account?: AccountEntity;
}
