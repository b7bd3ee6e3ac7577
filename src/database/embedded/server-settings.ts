import { totalmem } from 'node:os';

/** Configuration values of PostgreSQL by name. */
export type ServerSettings = Readonly<Record<string, string>>;

const MIB = 1024 ** 2;

/** The memory of the container if it has a limit, else of the machine; in bytes. */
function availableMemory(): number {
  // 0 if there is no limit; some kernels report "unlimited" by a number larger than the memory.
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** A part of the memory in whole MiB, within bounds. */
function share(memory: number, part: number, least: number, most: number): string {
  return `${Math.min(Math.max(Math.floor((memory * part) / MIB), least), most)}MB`;
}

/**
 * The configuration by the size of the machine: an eighth of its memory caches pages and is allocated as it is used. No acknowledged commit
 * can be lost: synchronous_commit, fsync and full_page_writes keep their safe defaults.
 */
export function serverSettings(memory = availableMemory()): ServerSettings {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: share(memory, 1 / 8, 128, 4096),
    effective_cache_size: share(memory, 1 / 2, 512, 65_536),
    work_mem: '16MB',
    maintenance_work_mem: share(memory, 1 / 32, 64, 512),
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    // /dev/shm of a container often has 64 MB, too little for a parallel query of a large graph.
    min_dynamic_shared_memory: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
}
