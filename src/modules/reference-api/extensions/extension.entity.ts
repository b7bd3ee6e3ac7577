import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An extension of the OpenGraph model: kinds of nodes and relationships that a client describes. It is stored and not interpreted. */
@Entity({ name: 'extension' })
@Unique('extension_name_key', ['name'])
@Unique('extension_namespace_key', ['namespace'])
export class ExtensionEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'extension_pkey',
  })
  readonly id!: number;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'namespace', type: 'text' })
  readonly namespace!: string;

  @Column({ name: 'version', type: 'text' })
  readonly version!: string;

  /** The whole description, as it was sent. */
  @Column({ name: 'definition', type: 'jsonb' })
  readonly definition!: object;
}
