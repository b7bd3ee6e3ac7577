import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { firstForeignKind, Kind } from '../kinds/kind-catalogue.js';

/** Kinds of few nodes, whose nodes statements look for. */
const indexedKinds = [
  Kind.Domain,
  Kind.OU,
  Kind.AIACA,
  Kind.RootCA,
  Kind.EnterpriseCA,
  Kind.NTAuthStore,
  Kind.CertTemplate,
  Kind.IssuancePolicy,
  Kind.AZTenant,
];

/** A node of the graph, described by a source or merely mentioned by an edge. */
@Entity({ name: 'node' })
@Index('node_objectid', ['objectid'], { unique: true })
@Index('node_foreign_kind', ['kind'], { where: `(kind >= ${firstForeignKind})` })
@Index('node_kind', ['kind'], { where: `(kind = ANY (ARRAY[${indexedKinds.join(', ')}]))` })
export class NodeEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'node_pkey',
  })
  readonly id!: number;
  /** In upper case, except for nodes of OpenGraph: as the file has it. */
  @Column({ type: 'text', collation: 'C' }) readonly objectid!: string;
  /** The kind that is shown: the first of `kinds` that says most. */
  @Column('smallint') readonly kind!: number;
  /** Every kind that a source has given, first from descriptions, carriers last. */
  @Column('smallint', { array: true }) readonly kinds!: number[];
  /** The property `name`, or else the object id. */
  @Column({ type: 'text', collation: 'C' }) readonly name!: string;
  /** Object id of the environment that it belongs to: the property `environmentid`; else `tenantid` or `domainsid`, upper-cased. */
  @Column({ type: 'text', collation: 'C', nullable: true }) readonly environment!: string | null;
  /** False while it is known from edges only. */
  @Column('boolean') readonly described!: boolean;
  /** Day (UTC) on which the row was written. Later days are in `node_days`, and its records may be younger (removal/days.ts). */
  @Column('date') readonly lastSeen!: string;
  @Column('jsonb', { default: {} }) readonly props!: Record<string, unknown>;
  /** The record of a collector that last stated its properties; null: none, or one that describes no node. */
  @Column('int', { nullable: true }) readonly record!: number | null;
}
