import { customColours } from './custom-kinds.js';
import { initialOf, kindColour, outlineOf } from './kind-looks.js';
import { useStore } from './store.js';

/** An outline, or the initial of a kind without one. The kind is its name for screen readers. */
export function KindIcon({ kind }: { readonly kind: string }) {
  const colour = useStore(customColours).get(kind) ?? kindColour(kind);
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
