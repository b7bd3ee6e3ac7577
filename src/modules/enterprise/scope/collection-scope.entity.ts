import { Column } from 'typeorm';
import { RecordTimesEntity } from '../../../database/times.entity.js';
import type { CollectionScope } from './collection-scope.dto.js';

/** Columns of the tables of events and of jobs. It has no table of its own. */
export abstract class CollectionScopeEntity extends RecordTimesEntity implements CollectionScope {
  @Column({ name: 'session_collection', type: 'boolean' })
  readonly sessionCollection!: boolean;

  @Column({ name: 'local_group_collection', type: 'boolean' })
  readonly localGroupCollection!: boolean;

  @Column({ name: 'ad_structure_collection', type: 'boolean' })
  readonly adStructureCollection!: boolean;

  @Column({ name: 'cert_services_collection', type: 'boolean' })
  readonly certServicesCollection!: boolean;

  @Column({ name: 'ca_registry_collection', type: 'boolean' })
  readonly caRegistryCollection!: boolean;

  @Column({ name: 'dc_registry_collection', type: 'boolean' })
  readonly dcRegistryCollection!: boolean;

  @Column({ name: 'all_trusted_domains', type: 'boolean' })
  readonly allTrustedDomains!: boolean;

  /** Object ids. */
  @Column({ name: 'ous', type: 'text', array: true })
  readonly ous!: readonly string[];

  /** Object ids. */
  @Column({ name: 'domains', type: 'text', array: true })
  readonly domains!: readonly string[];
}
