import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity, Time } from '../../../database/times.entity.js';
import { CollectionScopeEntity } from '../scope/collection-scope.entity.js';

/** A recurring collection. Deleting a client deletes its events. */
@Entity({ name: 'event' })
@Index('event_client', ['clientId'])
@Index('event_next_scheduled_at', ['nextScheduledAt'])
export class EventEntity extends CollectionScopeEntity {
  @Identity('event_pkey') readonly id!: number;
  @ForeignKey('client', 'id', { name: 'event_client_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  readonly clientId!: string;
  /** Empty if the event has none. */
  @Column('text', { default: '' }) readonly title!: string;
  /** DTSTART and RRULE of RFC 5545, on lines of their own. */
  @Column('text') readonly rrule!: string;
  /** Null after the last occurrence of the rule. */
  @Time({ nullable: true }) readonly nextScheduledAt!: Date | null;
}
