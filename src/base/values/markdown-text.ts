/** A text as contents of Markdown, in one line: names are the estate's, and must not become markup. */
export function escapedMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|!~&]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');
}
