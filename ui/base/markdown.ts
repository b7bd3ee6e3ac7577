/** A part of a line. A text is shown as it is: nothing of it is markup. */
export type Inline =
  | string
  | { readonly type: 'strong' | 'em' | 'code'; readonly of: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly of: readonly Inline[] };

export type Block =
  | { readonly type: 'heading'; readonly of: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] };

/** The only addresses that become links. */
const webAddress = /^https?:\/\/[^\s<>"]+$/i;

/** Lengths are bounded, so that no text takes long: a pattern that does not end is tried from each of its characters. */
const inline = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    '`(?<code>[^`\\n]{1,1000})`',
    String.raw`\*\*(?<strong>[^\s*](?:[^*]|\*(?!\*)){0,1000})\*\*`,
    String.raw`\*(?<em>[^\s*][^*]{0,1000})\*`,
    String.raw`(?<image>!?)\[(?<label>[^[\]]{0,500})\]\((?<href>[^()\s]{1,1000})(?:\s"[^"]{0,200}")?\)`,
    String.raw`<(?<address>https?://[^\s<>]{1,1000})>`,
  ].join('|'),
  'g',
);

/** HTML stays text, links lead to the web alone, and of images only the text is left. */
export function inlinesOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    parts.push(...partOf(match[0], match.groups ?? {}));
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function partOf(whole: string, groups: Readonly<Record<string, string | undefined>>): readonly Inline[] {
  const { escaped, code, strong, em, image, label, href, address } = groups;
  if (escaped !== undefined) return [escaped];
  if (code !== undefined) return [{ type: 'code', of: [code] }];
  if (strong !== undefined) return [{ type: 'strong', of: inlinesOf(strong) }];
  if (em !== undefined) return [{ type: 'em', of: inlinesOf(em) }];
  if (address !== undefined) return [{ type: 'link', href: address, of: [address] }];
  if (image === '!') return [label ?? ''];
  if (href === undefined || !webAddress.test(href)) return [whole];
  return [{ type: 'link', href, of: inlinesOf(label ?? '') }];
}

const heading = /^ {0,3}#{1,6} +(.*?)[ #]*$/;
const fence = /^ {0,3}(```|~~~)/;
const item = /^\s*(?:[-*+]|(\d{1,9})[.)]) +(.*)$/;

/** The blocks of a text in Markdown: headings, paragraphs, lists, code. Lists in lists are one list. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r\n?|\n/);
  for (let at = 0; at < lines.length;) {
    const taken = takeBlock(lines, at);
    if (taken.block) blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

interface Taken {
  readonly block: Block | null;
  readonly next: number;
}

function takeBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, next: at + 1 };
  if (fence.test(line)) return takeCode(lines, at);
  const [, title] = heading.exec(line) ?? [];
  if (title !== undefined) return { block: { type: 'heading', of: inlinesOf(title) }, next: at + 1 };
  return item.test(line) ? takeList(lines, at) : takeParagraph(lines, at);
}

function takeCode(lines: readonly string[], at: number): Taken {
  const [, mark = ''] = fence.exec(lines[at] ?? '') ?? [];
  let next = at + 1;
  while (next < lines.length && !lines[next]!.trimStart().startsWith(mark)) next++;
  return { block: { type: 'code', text: lines.slice(at + 1, next).join('\n') }, next: next + 1 };
}

function takeList(lines: readonly string[], at: number): Taken {
  const items: string[] = [];
  let next = at;
  for (; next < lines.length && isText(lines[next]!); next++) {
    const [, , text] = item.exec(lines[next]!) ?? [];
    if (text === undefined) items.push(`${items.pop() ?? ''} ${lines[next]!.trim()}`);
    else items.push(text);
  }
  const isOrdered = item.exec(lines[at] ?? '')?.[1] !== undefined;
  return { block: { type: 'list', isOrdered, items: items.map(inlinesOf) }, next };
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let next = at + 1;
  while (next < lines.length && isText(lines[next]!) && !item.test(lines[next]!)) next++;
  return { block: { type: 'paragraph', of: inlinesOf(lines.slice(at, next).join(' ')) }, next };
}

/** Whether a line goes on with the text before it. */
function isText(line: string): boolean {
  return line.trim() !== '' && !fence.test(line) && !heading.test(line);
}
