import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '../src/database/database.js';

/** Of a clock tick in /proc, which is 10 ms on every Linux. */
const MICROS_PER_TICK = 10_000;

interface ProcessStat {
  readonly parent: number;
  /** Ticks of its own. */
  readonly own: number;
  /** Ticks of the children that have ended. */
  readonly ofEnded: number;
}

/** The CPU time of a PostgreSQL on this machine: of the server, its connections and helpers, and of those that have ended. */
export class PostgresCpu {
  private constructor(private readonly server: number) {}

  /** @throws where the server is not on this machine, or this is no Linux */
  static async of(database: Database): Promise<PostgresCpu> {
    const [row] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = row && (await statOf(row.pid));
    if (!backend) throw new Error('the CPU time of PostgreSQL is read from /proc, which has no such process');
    return new PostgresCpu(backend.parent);
  }

  /** Microseconds since it started. */
  async micros(): Promise<number> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    let ticks = 0;
    for (const pid of pids) {
      const stat = await statOf(pid);
      if (pid === this.server && stat) ticks += stat.own + stat.ofEnded;
      else if (stat?.parent === this.server) ticks += stat.own;
    }
    return ticks * MICROS_PER_TICK;
  }
}

/** Null where the process has ended. */
async function statOf(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may hold anything, come the state and then numbers.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) => fields[index]);
  if (parent === undefined || user === undefined || system === undefined) return null;
  return { parent, own: user + system, ofEnded: (endedUser ?? 0) + (endedSystem ?? 0) };
}
