import { createSecretKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { signatureOf } from '../../src/auth/signature/request-signature.js';
import { mostWords, mostWordsLater, writtenPages } from './page-words.js';

const documents = filesOf('.md', ['.', 'docs', 'docs/adr']);
const sources = ['src', 'demo', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((it) =>
    it.endsWith('.ts') ? [join(folder, it)] : [],
  ),
);

/** CONTRIBUTING.md invents the resource widgets, `x` stands for any name, and scripts and styles in docs are paths of the service. */
const invented = /widget|\/x\.|^docs\/[\w-]+\.(?:js|css)$/;

function filesOf(ending: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder).flatMap((it) => (it.endsWith(ending) ? [join(folder, it)] : [])),
  );
}

/** Anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('a document', () => {
  it('and a comment name only files and folders that exist', () => {
    const path = /(?<![\w./-])(?:src|test|demo|docs|scripts|bench)\/[\w./-]*\w/g;
    const wrong = [...documents, ...sources].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(path)]
        .filter(([it]) => !existsSync(it) && !invented.test(it))
        .map(([it]) => `${file} names ${it}, which does not exist`),
    );
    expect(wrong).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const wrong = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
        ([link, path = '', anchor]) => {
          const target = path === '' ? file : join(dirname(file), path);
          if (!existsSync(target)) return [`${file}: ${link}: no such file`];
          const isKnown = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
          return isKnown ? [] : [`${file}: ${link}: no such heading`];
        },
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('counts the operations of BloodHound as docs/compatibility.md does', () => {
    const table = readFileSync('docs/compatibility.md', 'utf8');
    const [, all] = /has (\d+) operations on/.exec(table) ?? [];
    const [, served] = /, (\d+) operations are served/.exec(table) ?? [];
    expect(readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(
      `${served} of the ${all} operations of its API are served`,
    );
  });
});

const wordsOf = (file: string) => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean).length;
const isEarly = (file: string) => Number(file.split('/').at(-1)!.slice(0, 4)) < 88;

describe('the words of documents', () => {
  it('are no more than each page may have, and have not become far fewer', () => {
    const pages = [...filesOf('.md', ['docs']), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter(
      (file) => !writtenPages.includes(file),
    );
    const early = filesOf('.md', ['docs/adr']).filter(isEarly);
    const words = new Map(pages.map((file) => [file, wordsOf(file)] as const));
    words.set(
      'docs/adr',
      early.reduce((sum, file) => sum + wordsOf(file), 0),
    );
    const limits = { ...mostWords, ...mostWordsLater };
    expect([...words.keys()].toSorted()).toEqual(Object.keys(limits).toSorted());
    const wrong = [...words].filter(([page, count]) => count > limits[page]! || count < 0.9 * limits[page]!);
    expect(wrong).toEqual([]);
  });

  it('are at most 60,000 without later pages', () => {
    expect(Object.values(mostWords).reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(60_000);
  });
});

describe('docs/adr', () => {
  const decisions = filesOf('.md', ['docs/adr']).filter((file) => !file.includes('0000-index'));

  it('has every decision in its index', () => {
    const index = readFileSync('docs/adr/0000-index.md', 'utf8');
    const linked = [...index.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, it]) => `docs/adr/${it}`);
    expect(linked).toEqual(decisions);
  });

  it('has decisions in one form, of at most 700 words', () => {
    const sections = ['Context', 'Decision', 'Consequences', 'Alternatives'];
    const head = /^# \d{4}: [^\n]+\n\nStatus: [^\n]+\nDate: \d{4}-\d\d-\d\d[^\n]*\n\n## /;
    const wrong = decisions.filter((file) => {
      const text = readFileSync(file, 'utf8');
      const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
      const isOrdered =
        titles.includes('Decision') && titles.join() === sections.filter((it) => titles.includes(it)).join();
      return !head.test(text) || !isOrdered || text.split(/\s+/).length > 701;
    });
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ['README.md', '/api/v2/asset-groups'],
  ['docs/adr/0007-authentication.md', '/api/v2/graphs/cypher'],
])('the worked signature of %s', (file, signed) => {
  it('is the one that the service expects', () => {
    const text = readFileSync(file, 'utf8');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    const [, key] = /key `([^`]+)`/.exec(text) ?? [];
    const [, method, target, body] =
      /`?([A-Z]+)`?(?:\s+to)?\s+`([^`]+)`\s+with\s+the\s+body\s+`([^`]+)`/.exec(text) ?? [];
    expect({ key, method, target }).toEqual({ key: 'test-key', method: 'POST', target: signed });
    const parts = { method: method!, target: target!, requestDate: header('RequestDate')!, body: Buffer.from(body!) };
    expect(header('Signature')).toBe(signatureOf(createSecretKey(Buffer.from(key!)), parts));
    expect(header('Authorization')).toMatch(/^svcsignature /);
  });
});
