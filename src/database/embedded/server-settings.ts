import { totalmem } from 'node:os';

/** Values of PostgreSQL's configuration by name. */
export type ServerSettings = Readonly<Record<string, string>>;

const MIB = 1024 ** 2;

/** Bytes of memory that this process and the server beside it may use: those of the container, where it has a limit. */
function availableMemory(): number {
  // 0 where there is no limit, and more than there is where the kernel says "unlimited" by a large number.
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** A share of the memory in whole MiB, within bounds. */
function share(memory: number, part: number, least: number, most: number): string {
  return `${Math.min(Math.max(Math.floor((memory * part) / MIB), least), most)}MB`;
}

/**
 * Sized by the machine: an eighth of its memory caches pages, which is taken as it is used. Nothing here gives up a commit that was
 * acknowledged: synchronous_commit, fsync and full_page_writes keep their safe defaults.
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
    // A container's /dev/shm is often 64 MB, which a parallel query of a large graph would pass.
    min_dynamic_shared_memory: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
}
