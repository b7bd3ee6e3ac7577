import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverPidOf } from './postgres/cluster-folder.js';
import { type ServiceProcess, startService } from './service-process.js';

export const mortals = ['service', 'postgres', 'both'] as const;
export type Mortal = (typeof mortals)[number];

/** A service with its embedded PostgreSQL, either of which may be killed at any time; the service is started again at once. */
export class MortalService {
  private process: Promise<ServiceProcess>;

  constructor(
    private readonly program: string,
    private readonly dataDir: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.process = this.start();
  }

  /** Where it listens, once it does. @throws where it has ended by itself, with what it said */
  async url(): Promise<string> {
    for (;;) {
      const current = this.process;
      const process = await current;
      const url = await process.listening;
      if (current !== this.process) continue;
      if (url !== null && process.runs()) return url;
      throw new Error(`the service has ended by itself:\n${process.output()}`);
    }
  }

  /** Kills by SIGKILL what is meant, as it is now. */
  async kill(mortal: Mortal): Promise<void> {
    const postmaster = mortal === 'service' ? null : await serverPidOf(this.dataDir);
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
    if (mortal === 'postgres') return;
    await this.startAfter((process) => {
      process.kill();
      return process.ended;
    });
  }

  /** Ends it as it should be, and starts it again. */
  async restart(): Promise<void> {
    await this.startAfter((process) => process.stop());
  }

  async stop(): Promise<number | null> {
    return (await this.process).stop();
  }

  /** What it has written since it was started last. */
  async output(): Promise<string> {
    return (await this.process).output();
  }

  /** Of its database, while it runs. */
  async databaseUrl(): Promise<string> {
    const [port, password] = await Promise.all(
      ['port', 'password'].map((name) => readFile(join(this.dataDir, 'postgres', name), 'utf8')),
    );
    return `postgres://graphward:${password!.trim()}@127.0.0.1:${port!.trim()}/graphward`;
  }

  private async start(): Promise<ServiceProcess> {
    return startService(this.program, this.environment);
  }

  /** Nobody who asks meanwhile meets the one that ends. */
  private startAfter(end: (process: ServiceProcess) => Promise<unknown>): Promise<ServiceProcess> {
    const ending = this.process;
    this.process = (async () => {
      await end(await ending);
      return this.start();
    })();
    return this.process;
  }
}
