import { Column, Entity, Unique } from 'typeorm';
import { Identity } from '../../database/times.entity.js';

/** An extension of the OpenGraph model: a client's description of node and relationship kinds. It is stored and not interpreted. */
@Entity({ name: 'extension' })
@Unique('extension_name_key', ['name'])
@Unique('extension_namespace_key', ['namespace'])
export class ExtensionEntity {
  @Identity('extension_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  @Column('text') readonly namespace!: string;
  @Column('text') readonly version!: string;
  /** The whole body of the request. */
  @Column('jsonb') readonly definition!: object;
}
