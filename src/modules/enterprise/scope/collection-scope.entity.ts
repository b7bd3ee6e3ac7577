import { Column } from 'typeorm';
import { RecordTimesEntity } from '../../../database/times.entity.js';
import type { CollectionScope } from './collection-scope.dto.js';

/** Columns of the tables of events and of jobs. It has no table of its own. */
export abstract class CollectionScopeEntity extends RecordTimesEntity implements CollectionScope {
  @Column('boolean') readonly sessionCollection!: boolean;
  @Column('boolean') readonly localGroupCollection!: boolean;
  @Column('boolean') readonly adStructureCollection!: boolean;
  @Column('boolean') readonly certServicesCollection!: boolean;
  @Column('boolean') readonly caRegistryCollection!: boolean;
  @Column('boolean') readonly dcRegistryCollection!: boolean;
  @Column('boolean') readonly allTrustedDomains!: boolean;
  /** Object ids. */
  @Column('text', { array: true }) readonly ous!: readonly string[];
  /** Object ids. */
  @Column('text', { array: true }) readonly domains!: readonly string[];
}
