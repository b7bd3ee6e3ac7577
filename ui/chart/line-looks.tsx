const dashes = [[], [8, 4], [2, 3]] as const;
const COLOURS = 12;

/** Colour and dashes of the line at an index, so that neighbours can be told apart without colours, too. */
export function lineLooks(index: number): { readonly colour: string; readonly dash: readonly number[] } {
  return { colour: `kind-${((index * 5) % COLOURS) + 1}`, dash: dashes[index % dashes.length] ?? [] };
}

/** A piece of the line at an index. */
export function Swatch({ index }: { readonly index: number }) {
  const { colour, dash } = lineLooks(index);
  return (
    <svg class={`swatch ${colour}`} viewBox="0 0 28 8" aria-hidden="true">
      <line x1="0" x2="28" y1="4" y2="4" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}
