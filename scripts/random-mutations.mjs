import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outcomeOf, withBuilt, withCopy, withText } from './changed-sources.mjs';
import { root, say } from './project.mjs';
import { importingSpecs, sourcesOf, tierOf } from './specs-of.mjs';

const folders = ['src', 'ui', 'demo'];

/** Texts, wiring and what is frozen. */
const leftOut = /^src\/database\/migrations\/|\.(?:module|dto|entity)\.ts$|\/descriptions\/|^ui\/api\/schema\.ts$/;
const notCode = /^\s*(?:import|export (?:type|\{|\*)|type|readonly|\*|\/\/|\/\*|@|\})/;

/** Each is tried at every place of a line that its pattern fits. */
const operators = {
  equality: [/ (===|!==) /g, (it) => (it === '===' ? '!==' : '===')],
  bound: [/ (<=?|>=?) (?=[^()]*\S)/g, (it) => (it.length === 1 ? `${it}=` : it[0])],
  logic: [/ (&&|\|\|) /g, (it) => (it === '&&' ? '||' : '&&')],
  truth: [/(?<![\w'.-])(true|false)(?![\w'-])/g, (it) => String(it === 'false')],
  sign: [/ ([+-]) /g, (it) => (it === '+' ? '-' : '+')],
  number: [/(?<![\w'.$-])(\d{1,4})(?![\w'.:])/g, (it) => String(Number(it) + 1)],
  condition: [/^\s*(?:else )?if \((.+)\) (?:return|throw|continue|break)\b/g, (it) => `!(${it})`],
  statement: [/^\s+((?:await |void )?[\w.]+\(.*\);)$/g, () => ''],
};

/** How many specs are run by turns, the nearest first: unit specs, then those with a service or a database. */
const TURNS = { unit: [2, 5], slow: [1, 3] };

/** Milliseconds of a turn. */
const MOST_MS = 240_000;

/**
 * Makes random one-line changes, each alone, and runs specs of the changed file's room until one fails: the nearest unit specs, then the
 * nearest ones with a service or a database. A run that breaks off or does not end has noticed the change, too.
 * @param words how many, the seed, and how many of these to skip
 * @returns the exit code
 */
export async function randomMutations([count = '100', seed = '47', skipped = '0']) {
  const chosen = shuffled(allMutations(), seed).slice(Number(skipped), Number(count));
  const specsOf = importingSpecs([...folders, 'test']);
  const survivors = [];
  await withCopy(
    async (folder) => {
      const passing = new Map();
      for (const [at, mutation] of chosen.entries()) {
        const noticed = await noticedBy(folder, mutation, specsOf(mutation.file), passing);
        say(`${at + 1 + Number(skipped)} ${describe(mutation)}: ${noticed ?? 'NOT NOTICED'}`);
        if (!noticed) survivors.push(mutation);
      }
    },
    { build: true },
  );
  say(`random mutations: ${chosen.length - survivors.length} of ${chosen.length} were noticed`);
  return survivors.length > 0 ? 1 : 0;
}

async function noticedBy(folder, mutation, related, passing) {
  return withText(folder, mutation.file, mutation.text, () =>
    withBuilt(folder, mutation.file, async () => {
      for (const specs of specGroups(mutation.file, related)) {
        const tiers = [...new Set(specs.map(tierOf))];
        const { outcome, spec } = await outcomeOf(folder, specs, tiers, MOST_MS);
        if (outcome === 'did not end') return `${outcome} (${specs.length} specs)`;
        if (outcome === 'passed') continue;
        if (!passing.has(spec)) passing.set(spec, await passesWithout(folder, mutation, spec));
        if (passing.get(spec)) return outcome === 'failed' ? spec : `${spec}, which cannot be run`;
        say(`${spec} fails without a change, too`);
      }
      return undefined;
    }),
  );
}

/** @returns whether a spec passes without the change */
async function passesWithout(folder, { file }, spec) {
  const before = readFileSync(join(root, file), 'utf8');
  return withText(folder, file, before, () =>
    withBuilt(folder, file, async () => (await outcomeOf(folder, [spec], [tierOf(spec)])).outcome === 'passed'),
  );
}

/** @returns the specs to run, by turns */
function specGroups(file, related) {
  const near = related
    .filter(({ spec }) => roomOf(spec) === roomOf(file))
    .toSorted((a, b) => sharedParts(file, b.spec) - sharedParts(file, a.spec) || a.distance - b.distance)
    .map(({ spec }) => spec);
  const [unit, slow] = [near.filter((it) => tierOf(it) === 'unit'), near.filter((it) => tierOf(it) !== 'unit')];
  const turns = [...inTurns(unit, TURNS.unit), ...inTurns(slow, TURNS.slow)];
  return turns.filter((it) => it.length > 0);
}

function inTurns(list, sizes) {
  let from = 0;
  return sizes.map((size) => list.slice(from, (from += size)));
}

function roomOf(file) {
  return file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/');
}

/** @returns how many folders both files are in */
function sharedParts(file, spec) {
  const [own, other] = [dirname(file).split('/'), dirname(spec).split('/')];
  const at = own.findIndex((name, place) => name !== other[place]);
  return at < 0 ? own.length : at;
}

function allMutations() {
  return sourcesOf(...folders)
    .filter((file) => !leftOut.test(file))
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.flatMap((line, at) => (notCode.test(line) ? [] : mutationsOf(file, lines, at)));
    });
}

function mutationsOf(file, lines, at) {
  const line = lines[at];
  return Object.entries(operators).flatMap(([operator, [pattern, replace]]) =>
    [...line.matchAll(pattern)].flatMap((match) => {
      const start = match.index + match[0].indexOf(match[1]);
      const isText = line.slice(0, start).split("'").length % 2 === 0;
      if (isText) return [];
      const changed = `${line.slice(0, start)}${replace(match[1])}${line.slice(start + match[1].length)}`;
      return [{ file, line: at + 1, operator, changed, text: lines.with(at, changed).join('\n') }];
    }),
  );
}

function describe({ file, line, operator, changed }) {
  return `${file}:${line} ${operator}: ${changed.trim() || '(dropped)'}`;
}

/** By digests, so that a seed chooses the same lines on each machine, and after changes of others. */
function shuffled(mutations, seed) {
  const orderOf = ({ file, line, changed }) =>
    createHash('sha1').update(`${seed} ${file}:${line} ${changed}`).digest('hex');
  return mutations
    .map((mutation) => ({ mutation, order: orderOf(mutation) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ mutation }) => mutation);
}
