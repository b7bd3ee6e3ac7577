import { execFileSync } from 'node:child_process';
import { publishedDocument } from './service-process.mjs';
import { root } from './project.mjs';

const documents = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/[\w/-]+\.md$/;

/** Kinds of facts, by the text that states one. */
const kinds = {
  settings: /\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g,
  codes: /(?<=`)[a-z]+\.[a-z]+(?:_[a-z]+)*(?=`)/g,
  routes: /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]+/g,
  numbers:
    /(?<![\w.,$:/#-])\d[\d,.]*(?: (?:%|ms|s|seconds|minutes|hours|days|bytes|kB|MB|GB|KiB|MiB|GiB|characters))?(?!(?:[\w-]|:\d))/g,
};

/**
 * Prints the settings, codes, routes and numbers with their units that documents of an older commit state, and that neither a document
 * of today nor the published one has.
 * @param words the older commit
 */
export async function lostFacts([commit = 'HEAD']) {
  const before = namesIn(commit).filter((name) => documents.test(name) && !name.startsWith('docs/adr/'));
  const today = namesIn('HEAD').filter(
    (name) => documents.test(name) || ['CHANGELOG.md', '.env.example'].includes(name),
  );
  const published = await publishedDocument();
  const routes = Object.entries(published.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = [...today.map((name) => git('show', `HEAD:${name}`)), JSON.stringify(published), routes.join('\n')];
  for (const [kind, pattern] of Object.entries(kinds)) {
    const kept = new Set(known.flatMap((text) => factsIn(text, pattern)));
    const lost = before.flatMap((name) =>
      [...new Set(factsIn(git('show', `${commit}:${name}`), pattern))]
        .filter((fact) => !kept.has(fact))
        .map((fact) => `  ${name}: ${fact}`),
    );
    console.log(`${kind}: ${lost.length}\n${lost.join('\n')}`);
  }
  return 0;
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function namesIn(commit) {
  return git('ls-tree', '-r', '--name-only', commit).split('\n');
}

function factsIn(text, pattern) {
  return (text.replaceAll(/\s+/g, ' ').match(pattern) ?? []).map(plain);
}

/** Numbers are compared without the marks of thousands and of sentences, routes without the ids of examples. */
function plain(fact) {
  if (/^\d/.test(fact)) return fact.replaceAll(/(?<=\d),(?=\d)|[.,](?=\s|$)/g, '');
  return fact.replaceAll(/\/(?:\{\w+\}|[\w-]*\d[\w-]*|(?=$))(?=\/|$)/g, (id) => (id === '/v2' ? id : '/*'));
}
