/** Rows that are drawn above and below the visible ones, so that scrolling shows no gaps. */
const MARGIN = 6;

/**
 * The rows to draw.
 * @param view of the scrolled box, in pixels
 * @returns the first and the last, both included; the last is before the first if there is none
 */
export function visibleRange(
  view: { readonly top: number; readonly height: number },
  rowHeight: number,
  count: number,
): readonly [first: number, last: number] {
  const first = Math.floor(view.top / rowHeight) - MARGIN;
  const last = Math.ceil((view.top + view.height) / rowHeight) + MARGIN;
  return [Math.max(0, Math.min(first, count - 1)), Math.min(last, count - 1)];
}
