import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The day (UTC) on which a HasSession edge was last stated: sessions add up from many collections, so only age removes them. */
@Entity({ name: 'session_seen' })
export class SessionSeenEntity {
  @PrimaryColumn({ name: 'source', type: 'bigint', primaryKeyConstraintName: 'session_seen_pkey' })
  readonly source!: string;

  @PrimaryColumn({ name: 'target', type: 'bigint', primaryKeyConstraintName: 'session_seen_pkey' })
  readonly target!: string;

  @Column({ name: 'seen_on', type: 'date' })
  readonly seenOn!: string;
}
