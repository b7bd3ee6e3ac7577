import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A kind of nodes or edges, of the catalogue (kind-catalogue.ts) or added by a file. */
@Entity({ name: 'kind' })
@Index('kind_name', ['name'], { unique: true })
export class KindEntity {
  @PrimaryColumn({ name: 'id', type: 'smallint', primaryKeyConstraintName: 'kind_pkey' })
  readonly id!: number;

  @Column({ name: 'name', type: 'text', collation: 'C' })
  readonly name!: string;

  /** True for a kind that names the source of a node (`Base`). */
  @Column({ name: 'carrier', type: 'boolean', default: false })
  readonly carrier!: boolean;

  /** True for an edge whose start controls its end. */
  @Column({ name: 'traversable', type: 'boolean', default: false })
  readonly traversable!: boolean;

  /** The upload that added it; null: the product or the command line. No foreign key, because a kind outlives uploads. */
  @Column({ name: 'upload_id', type: 'integer', nullable: true })
  readonly uploadId!: number | null;

  /** The account that added it, or the name of a client; null as above. */
  @Column({ name: 'sender', type: 'text', nullable: true })
  readonly sender!: string | null;
}
