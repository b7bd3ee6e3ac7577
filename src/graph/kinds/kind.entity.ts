import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A kind of nodes or edges, of the catalogue (kind-catalogue.ts) or added by a file. */
@Entity({ name: 'kind' })
@Index('kind_name', ['name'], { unique: true })
export class KindEntity {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'kind_pkey' }) readonly id!: number;
  @Column({ type: 'text', collation: 'C' }) readonly name!: string;
  /** True for a kind that names the source of a node (`Base`). */
  @Column('boolean', { default: false }) readonly carrier!: boolean;
  /** True for an edge whose start controls its end. */
  @Column('boolean', { default: false }) readonly traversable!: boolean;
  /** True for a kind of an extension whose nodes are environments, as domains and tenants are. */
  @Column('boolean', { default: false }) readonly isEnvironment!: boolean;
  /** The upload that added it; null: the product or the command line. No foreign key, because a kind outlives uploads. */
  @Column('integer', { nullable: true }) readonly uploadId!: number | null;
  /** The account that added it, or the name of a client; null as above. */
  @Column('text', { nullable: true }) readonly sender!: string | null;
}
