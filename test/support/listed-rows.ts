import type { TestApp } from './app.js';
import { disabledChannel } from './disabled-channel.js';

/** Makes what lists below a resource need. @returns ids by the names of path parameters */
export async function listedRows(app: TestApp): Promise<Readonly<Record<string, string>>> {
  const make = async (path: string, body: object) => {
    const answer = await app.call('POST', `/api/v2/${path}`, body);
    if (!answer.ok) throw new Error(await answer.text());
    return String(((await answer.json()) as { readonly data: { readonly id: string | number } }).data.id);
  };
  return {
    alert_channel_id: await disabledChannel(app),
    plan_id: await make('plans', { name: 'autumn', question: {} }),
    report_id: await make('reports', { name: 'monthly' }),
  };
}
