import { describe, expect, it } from '@jest/globals';
import { type Block, blocksOf, type Inline, inlinesOf } from './markdown.js';

function linksOf(parts: readonly Inline[]): string[] {
  return parts.flatMap((it) => {
    if (typeof it === 'string') return [];
    return [...(it.type === 'link' ? [it.href] : []), ...linksOf(it.of)];
  });
}

function inlinesIn(block: Block): readonly Inline[] {
  if (block.type === 'code') return [];
  return block.type === 'list' ? block.items.flat() : block.of;
}

describe(blocksOf, () => {
  it('reads headings, paragraphs, lists and code', () => {
    const text = [
      '## Abuse ##',
      'One line',
      'goes **on** with `a*b*` and *more*.',
      '- first',
      '  and on',
      '* second',
      '',
      '2. two',
      '```sh',
      '<b>*kept*</b>',
      '```',
      'See [the *docs*](https://example.org/a "title") or <https://example.org>.',
    ].join('\n');
    expect(blocksOf(text)).toEqual([
      { type: 'heading', of: ['Abuse'] },
      {
        type: 'paragraph',
        of: [
          'One line goes ',
          { type: 'strong', of: ['on'] },
          ' with ',
          { type: 'code', of: ['a*b*'] },
          ' and ',
          { type: 'em', of: ['more'] },
          '.',
        ],
      },
      { type: 'list', isOrdered: false, items: [['first and on'], ['second']] },
      { type: 'list', isOrdered: true, items: [['two']] },
      { type: 'code', text: '<b>*kept*</b>' },
      {
        type: 'paragraph',
        of: [
          'See ',
          { type: 'link', href: 'https://example.org/a', of: ['the ', { type: 'em', of: ['docs'] }] },
          ' or ',
          { type: 'link', href: 'https://example.org', of: ['https://example.org'] },
          '.',
        ],
      },
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert)',
    '[x](java\tscript:alert)',
    '[x](data:text/html,x)',
    '[x](vbscript:x)',
    '[x](//example.org)',
    '[x](&#106;avascript:x)',
    '[x](https:javascript:x)',
    '<javascript:alert(1)>',
    '<https://example.org"onmouseover="x>'.replace('https', 'xhttps'),
  ])('leaves %j as text', (attack) => {
    const [block, ...others] = blocksOf(attack);
    expect(others).toEqual([]);
    expect(block?.type).toBe('paragraph');
    expect(
      inlinesIn(block!)
        .map((it) => (typeof it === 'string' ? it : '?'))
        .join(''),
    ).toBe(attack);
  });

  it.each([
    ['**[x](javascript:a)**', [{ type: 'strong', of: ['[x](javascript:a)'] }]],
    ['[[x](javascript:a)](https://example.org)', ['[', '[x](javascript:a)', '](https://example.org)']],
    ['![x](https://example.org/pixel.png)', ['x']],
    ['[![x](https://example.org/p)](https://example.org)', ['[', 'x', '](https://example.org)']],
    ['*<script>*x*</script>*', [{ type: 'em', of: ['<script>'] }, 'x', { type: 'em', of: ['</script>'] }]],
    [String.raw`\[x\](https://example.org)`, ['[', 'x', ']', '(https://example.org)']],
    ['`<img onerror=x>`', [{ type: 'code', of: ['<img onerror=x>'] }]],
  ] as const)('makes nothing but text, emphasis and links to the web of %j', (attack, expected) => {
    expect(inlinesOf(attack)).toEqual(expected);
  });

  it('links to the web alone, whatever the text', () => {
    const pieces = [
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '*',
      '**',
      '`',
      '!',
      '\\',
      'x',
      '\n',
      '- ',
      'javascript:a',
      'https://e.org',
      '"',
      ' ',
      '```',
    ];
    let state = 7;
    const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    let links = 0;
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: 3 + next(20) }, () => pieces[next(pieces.length)]).join('');
      const found = blocksOf(text).flatMap((it) => linksOf(inlinesIn(it)));
      links += found.length;
      expect(found.filter((it) => !/^https?:\/\/[^\s<>"]+$/.test(it))).toEqual([]);
    }
    expect(links).toBeGreaterThan(10);
  });

  it.each(['*', '**a', '[', '[a](', '`', '<https://', '\\', '- ', '#'])('reads 64 KiB of %j at once', (piece) => {
    const start = performance.now();
    blocksOf(piece.repeat(65_536 / piece.length));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
