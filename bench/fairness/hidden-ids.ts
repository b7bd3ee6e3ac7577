import type { INestApplicationContext } from '@nestjs/common';
import { logIn } from '../../demo/demo-account.js';
import { Database } from '../../src/database/database.js';
import { accountLimitedTo } from '../limited-account.js';
import { print, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { serviceProgram, untilReady } from '../product.js';

const count = 200;

/** Of the smaller of the two largest environments. */
const hiddenNodes = `
  WITH sizes AS (SELECT environment, count(*) AS size FROM node WHERE environment IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 2)
  SELECT objectid, (SELECT environment FROM sizes ORDER BY size DESC LIMIT 1) AS seen FROM node
  WHERE environment = (SELECT environment FROM sizes ORDER BY size LIMIT 1) ORDER BY md5(objectid) LIMIT ${count}`;

/** Compares how long a limited account waits for the answers about objects that it does not see, and about ids that no object has. */
export async function reportHiddenIds(
  app: INestApplicationContext,
  environment: Record<string, string>,
): Promise<void> {
  const hidden = await app.get(Database).query<{ objectid: string; seen: string }>(hiddenNodes);
  const environments = hidden.slice(0, 1).map(({ seen }) => seen);
  const limited = await accountLimitedTo(app, { environments, seesNodesOfNone: false });
  await MeasuredProcess.during(serviceProgram, environment, async ({ url }) => {
    await untilReady(url);
    const headers = { Authorization: `Bearer ${await logIn(url, limited)}` };
    const times = { hidden: new Timings(), absent: new Timings() };
    const ask = async (objectid: string) => {
      const response = await fetch(`${url}/api/v2/base/${encodeURIComponent(objectid)}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 404) throw new Error(`${response.url}: ${response.status}`);
    };
    for (const { objectid } of hidden) await ask(objectid);
    for (const { objectid } of hidden) {
      await times.hidden.measure(() => ask(objectid));
      // As long as the hidden one.
      await times.absent.measure(() => ask(objectid.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))));
    }
    const medians = Object.entries(times).map(([title, it]) => `${title} ${it.percentile(0.5).toFixed(2)} ms`);
    print(`${count} ids each, as a limited account, medians: ${medians.join(', ')}`);
  });
}
