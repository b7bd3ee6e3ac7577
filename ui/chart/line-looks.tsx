import { colours } from '../base/kind-looks.js';

const dashes = [[], [8, 4], [2, 3]] as const;

/** Colour (a value of CSS) and dashes of the line at an index, so that neighbours can be told apart without colours, too. */
export function lineLooks(index: number): { readonly colour: string; readonly dash: readonly number[] } {
  return { colour: colours[(index * 5) % colours.length] ?? '', dash: dashes[index % dashes.length] ?? [] };
}

/** A piece of the line at an index. */
export function Swatch({ index }: { readonly index: number }) {
  const { colour, dash } = lineLooks(index);
  return (
    <svg class="swatch" style={{ '--colour': colour }} viewBox="0 0 28 8" aria-hidden="true">
      <line x1="0" x2="28" y1="4" y2="4" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}
