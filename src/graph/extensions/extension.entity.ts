import { Column, Entity, Unique } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import { type ExtensionModel, unusedModel } from './extension-model.js';

/** An extension of the OpenGraph model: a client's description of kinds, environments and findings. */
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
  @Column('jsonb', { default: unusedModel }) readonly model!: ExtensionModel;
}
