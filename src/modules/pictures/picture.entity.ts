import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../auth/account.entity.js';
import { ChangeTimesEntity } from '../../database/times.entity.js';
import type { PictureState } from './picture-state.dto.js';

/** A picture of the graph that an account keeps. */
@Entity({ name: 'picture' })
@Index('picture_account', ['accountId'])
@Index('picture_unnamed', ['updatedAt'], { where: 'name IS NULL' })
export class PictureEntity extends ChangeTimesEntity {
  /** Of 128 random bits. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_pkey' }) readonly id!: string;
  @Column('uuid') readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'picture_account_fkey' })
  readonly account?: AccountEntity;
  /** Null: it expires. */
  @Column('text', { nullable: true }) readonly name!: string | null;
  @Column('jsonb') readonly state!: PictureState;
  /** Whether every account can open it. */
  @Column('boolean', { default: false }) readonly isPublic!: boolean;
}

/** An account that can open a picture of another one. */
@Entity({ name: 'picture_share' })
@Index('picture_share_account', ['accountId'])
export class PictureShareEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_share_pkey' }) readonly pictureId!: string;
  @ManyToOne(() => PictureEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'picture_id', foreignKeyConstraintName: 'picture_share_picture_fkey' })
  readonly picture?: PictureEntity;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_share_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'picture_share_account_fkey' })
  readonly account?: AccountEntity;
}
