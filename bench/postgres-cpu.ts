import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '../src/database/database.js';

/** A clock tick of /proc takes 10 ms on every Linux. */
const MICROS_PER_TICK = 10_000;

interface ProcessStat {
  readonly parent: number;
  /** Ticks of the process itself. */
  readonly own: number;
  /** Ticks of its children that have ended. */
  readonly ended: number;
}

/** The CPU time of a PostgreSQL server on this machine, with all its processes, running or ended. */
export class PostgresCpu {
  private constructor(private readonly server: number) {}

  /** @throws Error if the server is not on this machine, or if the system is not Linux */
  static async of(database: Database): Promise<PostgresCpu> {
    const [row] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = row && (await statOf(row.pid));
    if (!backend) throw new Error('the CPU time of PostgreSQL is read from /proc, which does not list its process');
    return new PostgresCpu(backend.parent);
  }

  /** Microseconds since the server started. */
  async micros(): Promise<number> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    let ticks = 0;
    for (const pid of pids) {
      const stat = await statOf(pid);
      if (pid === this.server && stat) ticks += stat.own + stat.ended;
      else if (stat?.parent === this.server) ticks += stat.own;
    }
    return ticks * MICROS_PER_TICK;
  }
}

/** Null if the process has ended. */
async function statOf(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name may contain spaces and brackets; the state and numbers follow it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) => fields[index]);
  if (parent === undefined || user === undefined || system === undefined) return null;
  return { parent, own: user + system, ended: (endedUser ?? 0) + (endedSystem ?? 0) };
}
