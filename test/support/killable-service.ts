import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whoIs } from '../../src/database/embedded/postmaster-pid.js';
import { serverPidOf } from './postgres/cluster-folder.js';
import { type ServiceProcess, startService } from './service-process.js';

export const killTargets = ['service', 'postgres', 'both'] as const;
export type KillTarget = (typeof killTargets)[number];

/** A service with its embedded PostgreSQL. Both can be killed at any time; the service then starts again at once. */
export class KillableService {
  private process: Promise<ServiceProcess>;

  constructor(
    private readonly program: string,
    private readonly dataDir: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.process = this.start();
  }

  /** @returns the URL once the service listens @throws Error with the output if the service ended by itself */
  async url(): Promise<string> {
    for (;;) {
      const current = this.process;
      const process = await current;
      const url = await process.listening;
      if (current !== this.process) continue;
      if (url !== null && process.runs()) return url;
      throw new Error(`the service ended by itself:\n${process.output()}`);
    }
  }

  /** Kills the current processes of the target by SIGKILL. */
  async kill(target: KillTarget): Promise<void> {
    const postmaster = target === 'service' ? null : await serverPidOf(this.dataDir);
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
    if (target === 'postgres') return;
    await this.startAfter((process) => {
      process.kill();
      return process.ended;
    });
  }

  /** Stops the service by SIGTERM and starts it again. @throws Error if its server runs on */
  async restart(whileStopped = () => Promise.resolve()): Promise<void> {
    await this.startAfter(async (process) => {
      const server = await serverPidOf(this.dataDir);
      const code = await process.stop();
      if (code !== 0) throw new Error(`the service ended with ${code}:\n${process.output()}`);
      if (server !== null && (await whoIs(server, join(this.dataDir, 'postgres/cluster'))) !== 'other')
        throw new Error('the service ended before its server');
      await whileStopped();
    });
  }

  async stop(): Promise<number | null> {
    return (await this.process).stop();
  }

  /** Output since the last start. */
  async output(): Promise<string> {
    return (await this.process).output();
  }

  /** URL of the embedded database while it runs. */
  async databaseUrl(): Promise<string> {
    const [port, password] = await Promise.all(
      ['port', 'password'].map((name) => readFile(join(this.dataDir, 'postgres', name), 'utf8')),
    );
    return `postgres://graphward:${password!.trim()}@127.0.0.1:${port!.trim()}/graphward`;
  }

  private async start(): Promise<ServiceProcess> {
    return startService(this.program, this.environment);
  }

  /** Replaces the process at once, so that callers wait for the new one. */
  private startAfter(end: (process: ServiceProcess) => Promise<unknown>): Promise<ServiceProcess> {
    const ending = this.process;
    this.process = (async () => {
      await end(await ending);
      return this.start();
    })();
    return this.process;
  }
}
