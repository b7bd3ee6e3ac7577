import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverPidOf } from './postgres/cluster-folder.js';
import { type ServiceProcess, startService } from './service-process.js';

export const mortals = ['service', 'postgres', 'both'] as const;
export type Mortal = (typeof mortals)[number];

/** A service with its embedded PostgreSQL, either of which may be killed at any time; the service is started again at once. */
export class MortalService {
  private process: ServiceProcess;

  constructor(
    private readonly program: string,
    private readonly dataDir: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.process = this.start();
  }

  /** Where it listens, once it does. */
  async url(): Promise<string> {
    for (;;) {
      const { process } = this;
      const url = await process.listening;
      if (url !== null && process === this.process) return url;
      if (process === this.process) throw new Error(`the service does not start:\n${process.output()}`);
    }
  }

  /** Kills by SIGKILL what is meant, as it is now. */
  async kill(mortal: Mortal): Promise<void> {
    const postmaster = mortal === 'service' ? null : await serverPidOf(this.dataDir);
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
    if (mortal === 'postgres') return;
    const killed = this.process;
    killed.kill();
    await killed.ended;
    this.process = this.start();
  }

  /** Ends it as it should be, and starts it again. */
  async restart(): Promise<void> {
    await this.process.stop();
    this.process = this.start();
  }

  stop(): Promise<number | null> {
    return this.process.stop();
  }

  output(): string {
    return this.process.output();
  }

  /** Of its database, while it runs. */
  async databaseUrl(): Promise<string> {
    const [port, password] = await Promise.all(
      ['port', 'password'].map((name) => readFile(join(this.dataDir, 'postgres', name), 'utf8')),
    );
    return `postgres://graphward:${password!.trim()}@127.0.0.1:${port!.trim()}/graphward`;
  }

  private start(): ServiceProcess {
    return startService(this.program, this.environment);
  }
}
