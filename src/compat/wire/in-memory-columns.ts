import type { InMemoryColumns } from './lists.js';

/** This service keeps no deleted records, so the column is null in every row. */
export const deleted: InMemoryColumns = { deleted_at: 'timestamp' };

export const times: InMemoryColumns = { created_at: 'timestamp', updated_at: 'timestamp', ...deleted };
export const roleColumns: InMemoryColumns = { id: 'integer', name: 'string', description: 'string', ...times };

/** The list of ready jobs is short and has no pages. */
export const readyJobColumns: InMemoryColumns = {
  id: 'integer',
  client_id: 'uuid',
  event_id: 'integer',
  event_title: 'string',
  status: 'string',
  log_path: 'string',
  domain_controller: 'string',
  session_collection: 'boolean',
  local_group_collection: 'boolean',
  ad_structure_collection: 'boolean',
  cert_services_collection: 'boolean',
  ca_registry_collection: 'boolean',
  dc_registry_collection: 'boolean',
  execution_time: 'timestamp',
  start_time: 'timestamp',
  end_time: 'timestamp',
  last_ingest: 'timestamp',
  ...times,
};
