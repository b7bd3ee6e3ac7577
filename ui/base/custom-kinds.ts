import { call } from '../api/call.js';
import { ApiError, send } from '../api/send.js';
import { readableColour } from './kind-looks.js';
import { Store } from './store.js';

/** Kinds of custom nodes that are asked for. */
const MOST = 1000;

/** The colours that people gave to kinds, as values of CSS. */
export const customColours = new Store<ReadonlyMap<string, string>>(new Map());

/** Undefined if people gave the kind none. */
export function customColourOf(kind: string): string | undefined {
  return customColours.value.get(kind);
}

/** Without them, kinds have the colours of the page. */
export async function loadCustomColours(): Promise<void> {
  try {
    const { answer } = await send(call('GET /api/v2/custom-nodes', { query: { limit: MOST } }));
    const colours = answer.data.flatMap(({ kindName, config }) => {
      const colour = readableColour(config.icon.color);
      return colour === null ? [] : [[kindName, colour] as const];
    });
    customColours.set(new Map(colours));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
