import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a server under measurement answers to the message `cpu`, in microseconds since it started. */
interface CpuAnswer {
  readonly cpuMicros: number;
}

/** A server in a process of its own, so that its CPU time can be told from that of the load and of PostgreSQL. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Forks a script that sends `{ url }` once it listens. */
  static async start(script: URL, environment: Record<string, string>): Promise<MeasuredProcess> {
    const child = fork(script, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (typeof message !== 'object' || message === null || !('url' in message))
      throw new Error(`${script.pathname} did not start`);
    return new MeasuredProcess(child, String(message.url));
  }

  async cpuMicros(): Promise<number> {
    this.child.send('cpu');
    const [answer]: CpuAnswer[] = await once(this.child, 'message');
    return answer?.cpuMicros ?? Number.NaN;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}

/** The other side, in the server's own process. */
export function answerMeasurements(url: string): void {
  process.on('message', (message) => {
    if (message !== 'cpu') return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system } satisfies CpuAnswer);
  });
  process.send?.({ url });
}
