import { logIn } from '../../demo/demo-account.js';
import { print, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { serviceProgram, untilReady, user } from '../product.js';

const documents = 5;

/** Makes documents of all sections over HTTP, one after another. */
export function reportDocuments(environment: Record<string, string>): Promise<void> {
  return MeasuredProcess.during(serviceProgram, environment, async (service) => {
    await untilReady(service.url);
    const headers = {
      Authorization: `Bearer ${await logIn(service.url, user)}`,
      'Content-Type': 'application/json',
    };
    const timings = new Timings();
    for (let document = 0; document < documents; document++)
      await timings.measure(async () => {
        const request = { method: 'POST', headers, body: JSON.stringify({ name: 'bench' }) };
        const { status } = await fetch(`${service.url}/api/v2/reports/run`, request);
        if (status !== 201) throw new Error(`a report was answered by ${status}`);
      });
    const [median, longest] = [0.5, 1].map((share) => (timings.percentile(share) / 1000).toFixed(2));
    print(`A report over HTTP takes ${median} s, the longest of ${documents} ${longest} s`);
  });
}
