import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RecordTimesEntity, Time } from '../../../database/times.entity.js';
import type { ClientType } from './client.js';

/** A program that runs jobs near a directory or in a cloud tenant. */
@Entity({ name: 'client' })
// Unique without regard to case. TypeORM cannot describe it; the migration creates it.
@Index('client_name_key', { synchronize: false })
@Check('client_type_check', `type IN ('directory', 'cloud', 'opengraph')`)
export class ClientEntity extends RecordTimesEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_pkey' }) readonly id!: string;
  @Column('text') readonly name!: string;
  @Column('text') readonly type!: ClientType;
  /** If empty, the client selects one. */
  @Column('text') readonly domainController!: string;
  /** This and the next four columns are null until the client starts for the first time. */
  @Column('text', { nullable: true }) readonly version!: string | null;
  @Column('text', { nullable: true }) readonly hostname!: string | null;
  @Column('text', { nullable: true }) readonly address!: string | null;
  /** The user that runs the client. */
  @Column('text', { nullable: true }) readonly username!: string | null;
  @Column('text', { nullable: true }) readonly userSid!: string | null;
  @Time({ nullable: true }) readonly lastCheckin!: Date | null;
}
