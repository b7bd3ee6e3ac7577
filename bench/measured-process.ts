import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The answer of a measured process to the message `measure`. */
interface Figures {
  /** Microseconds since the process started. */
  readonly cpuMicros: number;
  /** Resident bytes now, and at most so far. */
  readonly memory: number;
  readonly peakMemory: number;
  /** Milliseconds that the event loop was late at most since the last measurement. */
  readonly loopDelay: number;
}

/** A program in a process of its own, so that its CPU time and memory can be measured apart from the load. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Forks a script that calls {@link answerMeasurements} when it is ready. */
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

  /** Runs `work` while a script runs. */
  static async during<T>(
    script: URL,
    environment: Record<string, string>,
    work: (child: MeasuredProcess) => Promise<T>,
  ): Promise<T> {
    const child = await MeasuredProcess.start(script, environment);
    try {
      return await work(child);
    } finally {
      await child.stop();
    }
  }

  async cpuMicros(): Promise<number> {
    return (await this.figures()).cpuMicros;
  }

  async figures(): Promise<Figures> {
    this.child.send('measure');
    const [answer]: Figures[] = await once(this.child, 'message');
    if (!answer) throw new Error('the measured process did not answer');
    return answer;
  }

  /** Sends a message to the process and waits for its answer. */
  async ask(message: object): Promise<unknown> {
    this.child.send(message);
    const [answer]: unknown[] = await once(this.child, 'message');
    return answer;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}

/** Listens on any port of this machine. @returns the URL */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/**
 * Called in the measured process: reports that it is ready, answers measurements, and ends at SIGTERM.
 * @param url empty if it is no server
 */
export function answerMeasurements(url: string, stop: () => Promise<unknown> = () => Promise.resolve()): void {
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  process.on('message', (message) => {
    if (message !== 'measure') return;
    const { user, system } = process.cpuUsage();
    const loopDelay = delays.max / 1e6;
    delays.reset();
    process.send?.({
      cpuMicros: user + system,
      memory: process.memoryUsage.rss(),
      peakMemory: process.resourceUsage().maxRSS * 1024,
      loopDelay,
    } satisfies Figures);
  });
  process.send?.({ url });
}
