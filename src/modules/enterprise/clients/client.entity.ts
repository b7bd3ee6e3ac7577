import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RecordTimesEntity } from '../../../database/times.entity.js';
import type { ClientType } from './client.js';

/** A collection client: a program near a directory or a cloud tenant that takes jobs. */
@Entity({ name: 'client' })
// Unique without regard to case, which TypeORM can't express; the migration makes it.
@Index('client_name_key', { synchronize: false })
@Check('client_type_check', `type IN ('directory', 'cloud')`)
export class ClientEntity extends RecordTimesEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'client_pkey' })
  readonly id!: string;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'type', type: 'text' })
  readonly type!: ClientType;

  /** Empty where the client finds one by itself. */
  @Column({ name: 'domain_controller', type: 'text' })
  readonly domainController!: string;

  /** What the client said of itself when it last checked in; null until then, as are the next five. */
  @Column({ name: 'version', type: 'text', nullable: true })
  readonly version!: string | null;

  @Column({ name: 'hostname', type: 'text', nullable: true })
  readonly hostname!: string | null;

  @Column({ name: 'address', type: 'text', nullable: true })
  readonly address!: string | null;

  /** The user under which it runs, and the security identifier of that. */
  @Column({ name: 'username', type: 'text', nullable: true })
  readonly username!: string | null;

  @Column({ name: 'user_sid', type: 'text', nullable: true })
  readonly userSid!: string | null;

  @Column({ name: 'last_checkin', type: 'timestamptz', precision: 3, nullable: true })
  readonly lastCheckin!: Date | null;
}
