import { signal } from '@preact/signals';
import { call } from '../api/call.js';
import { ApiError, send } from '../api/send.js';
import { initialOf, kindColour, outlineOf, readableColour } from './kind-looks.js';

/** An outline, or the initial of a kind without one. The kind is its name for screen readers. */
export function KindIcon({ kind }: { readonly kind: string }) {
  const colour = customColours.value.get(kind) ?? kindColour(kind);
  return (
    <svg class="kind" style={{ '--colour': colour }} viewBox="0 0 16 16" role="img" aria-label={kind}>
      <KindOutline kind={kind} />
    </svg>
  );
}

function KindOutline({ kind }: { readonly kind: string }) {
  const outline = outlineOf(kind);
  if (outline !== undefined) return <path d={outline} />;
  return (
    <text x="8" y="12" text-anchor="middle">
      {initialOf(kind)}
    </text>
  );
}

/** Kinds of custom nodes that are asked for. */
const MOST = 1000;

/** The colours that people gave to kinds, as values of CSS. */
export const customColours = signal<ReadonlyMap<string, string>>(new Map());

/** Without them, kinds have the colours of the page. */
export async function loadCustomColours(): Promise<void> {
  try {
    const { answer } = await send(call('GET /api/v2/custom-nodes', { query: { limit: MOST } }));
    const colours = answer.data.flatMap(({ kindName, config }) => {
      const colour = readableColour(config.icon.color);
      return colour === null ? [] : [[kindName, colour] as const];
    });
    customColours.value = new Map(colours);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
