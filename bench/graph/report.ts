import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../../demo/demo-account.js';
import { format, print, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { serviceProgram, untilReady, user } from '../product.js';

const documents = 5;
const MIB = 1024 ** 2;

interface Overview {
  readonly plan_state: string;
  readonly plan: { readonly steps: readonly unknown[] } | null;
}

/** Makes documents of all sections over HTTP, one after another, once the plan of the last analysis is stored. */
export function reportDocuments(environment: Record<string, string>): Promise<void> {
  return MeasuredProcess.during(serviceProgram, environment, async (service) => {
    await untilReady(service.url);
    const headers = {
      Authorization: `Bearer ${await logIn(service.url, user)}`,
      'Content-Type': 'application/json',
    };
    const call = async <Data>(path: string, body?: object): Promise<Data> => {
      const request = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${service.url}/api/v2/${path}`, request);
      if (!response.ok) throw new Error(`${path} was answered by ${response.status}`);
      const { data }: { data: Data } = JSON.parse(await response.text());
      return data;
    };
    const start = performance.now();
    let overview: Overview;
    do {
      await sleep(1000);
      overview = await call<Overview>('graphs/overview');
    } while (['none', 'pending'].includes(overview.plan_state));
    print(
      `the plan of the analysis: ${overview.plan_state} within ${((performance.now() - start) / 1000).toFixed(0)} s, ` +
        `${overview.plan?.steps.length ?? 0} steps are stored`,
    );
    const timings = new Timings();
    const before = await service.figures();
    for (let document = 0; document < documents; document++)
      await timings.measure(() => call('reports/run', { name: 'bench' }));
    const after = await service.figures();
    const [median, longest] = [0.5, 1].map((share) => (timings.percentile(share) / 1000).toFixed(2));
    print(
      `A report over HTTP takes ${median} s, the longest of ${documents} ${longest} s, and ` +
        `${format((after.cpuMicros - before.cpuMicros) / documents / 1000)} ms CPU; memory +` +
        `${format((after.memory - before.memory) / MIB)} MiB; event loop at most ${after.loopDelay.toFixed(0)} ms late`,
    );
  });
}
