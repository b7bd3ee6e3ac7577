/** Values of PostgreSQL's configuration by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Sized for a laptop or a small server. Nothing here gives up a commit that was acknowledged: synchronous_commit, fsync and
 * full_page_writes keep their safe defaults.
 */
export const SERVER_SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // A container's /dev/shm is often 64 MB, which a parallel query of a large graph would pass.
  min_dynamic_shared_memory: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
