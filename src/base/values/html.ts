import { visible } from './visible.js';

/** A text as contents or as a quoted attribute of HTML and SVG. Characters that reverse the writing direction are replaced. */
export function escapedHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
