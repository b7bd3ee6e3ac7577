import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity } from '../../../database/times.entity.js';
import { CollectionScopeEntity } from '../scope/collection-scope.entity.js';

/** A recurring collection. Deleting a client deletes its events. */
@Entity({ name: 'event' })
@Index('event_client', ['clientId'])
@Index('event_next_scheduled_at', ['nextScheduledAt'])
export class EventEntity extends CollectionScopeEntity {
  @Identity('event_pkey')
  readonly id!: number;

  @ForeignKey('client', 'id', { name: 'event_client_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'client_id', type: 'uuid' })
  readonly clientId!: string;

  /** Empty if the event has none. */
  @Column({ name: 'title', type: 'text', default: '' })
  readonly title!: string;

  /** DTSTART and RRULE of RFC 5545, on lines of their own. */
  @Column({ name: 'rrule', type: 'text' })
  readonly rrule!: string;

  /** Null after the last occurrence of the rule. */
  @Column({ name: 'next_scheduled_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly nextScheduledAt!: Date | null;
}
