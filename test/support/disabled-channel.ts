import type { TestApp } from './app.js';

/** Makes a channel that sends nothing, with a delivery, and a rule for it. @returns the id of the channel */
export async function disabledChannel(app: TestApp): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v2/${path}`, body);
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { readonly data: { readonly id: string } }).data.id;
  };
  const channel = await send('POST', 'alert-channels', { name: 'operations', url: 'https://hooks.example/x' });
  await send('PATCH', `alert-channels/${channel}`, { enabled: false });
  await send('POST', `alert-channels/${channel}/test`);
  await send('POST', 'alert-rules', { name: 'members', occasion: 'tier_zero.changed', channels: [channel] });
  return channel;
}
