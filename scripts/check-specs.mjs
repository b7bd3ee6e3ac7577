import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf, resultsOf, withBuilt, withCopy, withText } from './changed-sources.mjs';
import { demandedFiles, ownSpecs, specsFor } from './demanded-specs.mjs';
import { root, say } from './project.mjs';
import { sourcesOf, tierOf } from './specs-of.mjs';

/** An emptied function may let a test wait for ever. */
const MOST_MS_OF_TEST = '120000';

/**
 * Empties each exported function and public method, one at a time: it throws. Its specs must notice.
 *
 * With `unit`, those of all files that have a unit spec of their own: one function of each file at a time, which throws for these specs, and
 * again alone unless a spec reports that very throw. Without, those of the files whose specs are demanded, by all their specs but those of
 * the page.
 * @param words `unit`, and parts of paths
 * @returns the exit code: 1 if a spec passes without a function
 */
export async function checkSpecs(words) {
  const isUnit = words.includes('unit');
  const parts = words.filter((it) => it !== 'unit');
  const files = isUnit ? sourcesOf('src', 'ui', 'demo') : demandedFiles();
  const emptied = files
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .map((file) => ({ file, specs: isUnit ? unitSpecs(file) : specsFor(file).filter((it) => isRunnable(it)) }))
    .filter(({ specs }) => specs.length > 0)
    .map((it) => ({
      ...it,
      functions: emptiedFunctions(it.file, readFileSync(join(root, it.file), 'utf8'), it.specs),
    }));
  const survivors = await withCopy((folder) => (isUnit ? survivorsOfUnits : survivorsAlone)(folder, emptied), {
    build: !isUnit,
  });
  const count = emptied.reduce((sum, { functions }) => sum + functions.length, 0);
  for (const { file, name, specs } of survivors) say(`specs: ${file} ${name}: NOT NOTICED by ${specs.join(' ')}`);
  say(`specs: ${count - survivors.length} of ${count} functions of ${emptied.length} files were noticed`);
  return survivors.length > 0 ? 1 : 0;
}

function unitSpecs(file) {
  return ownSpecs(file).filter((spec) => tierOf(spec) === 'unit');
}

function isRunnable(spec) {
  return !spec.startsWith('test/ui/');
}

/** Empties one function of each file, runs all their specs once, and so on; then those alone whose throw no spec has reported. */
async function survivorsOfUnits(folder, files) {
  const doubtful = [];
  const most = Math.max(0, ...files.map(({ functions }) => functions.length));
  for (let turn = 0; turn < most; turn++) {
    const round = files.flatMap(({ file, specs, functions }) => {
      const emptied = functions[turn];
      return emptied ? [{ file, specs, ...emptied }] : [];
    });
    const before = round.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
    for (const { file, textWithin } of round) writeFileSync(join(folder, file), textWithin);
    const specs = [...new Set(round.flatMap((it) => it.specs))];
    const results = await resultsOf(folder, specs, ['unit'], { words: ['--testTimeout', MOST_MS_OF_TEST] });
    for (const [at, { file }] of round.entries()) writeFileSync(join(folder, file), before[at]);
    const isReported = (emptied) =>
      results?.some(
        (it) => emptied.specs.includes(it.spec) && it.hasFailedTest && it.message.includes(emptied.message),
      );
    const rest = round.filter((it) => !isReported(it));
    say(`specs: turn ${turn + 1}: ${round.length - rest.length} of ${round.length} throws were reported`);
    doubtful.push(...rest);
  }
  return survivorsAmong(folder, doubtful);
}

function survivorsAlone(folder, files) {
  return survivorsAmong(
    folder,
    files.flatMap(({ file, specs, functions }) => functions.map((it) => ({ file, specs, ...it }))),
  );
}

async function survivorsAmong(folder, emptied) {
  const survivors = [];
  for (const each of emptied) {
    const tiers = [...new Set(each.specs.map(tierOf))];
    const run = () => withBuilt(folder, each.file, () => outcomeOf(folder, each.specs, tiers));
    const { outcome } = await withText(folder, each.file, each.text, run);
    const isNoticed = outcome === 'failed' || outcome === 'cannot be run';
    say(`specs: ${each.file} ${each.name}: ${isNoticed ? 'noticed' : `NOT NOTICED (${outcome})`}`);
    if (!isNoticed) survivors.push(each);
  }
  return survivors;
}

const functionAt = /^export (?:async )?function\*? ?(\w+)/;
const arrowAt = /^export const (\w+)[^=]* = (?:async )?(?:<.*>)?\(/;
const groupAt = /^export (?:(?:abstract )?class |const \w+.* = \{$)/;
const isPrivate = /^ {2}(?:private|protected|constructor|abstract|readonly)\b/;
const methodAt = /^ {2}(?:(?:static|async|override|get|set) )*\*?(\w+)(?:<.*)?(?:: (?:async )?)?\(/;

/** Relies on the formatter: a body begins at the end of a line that is as far in as its declaration, and a class ends at the margin. */
export function emptiedFunctions(file, text, specs = []) {
  const lines = text.split('\n');
  let isInGroup = false;
  return lines.flatMap((line, at) => {
    if (groupAt.test(line)) isInGroup = true;
    else if (line.startsWith('}')) isInGroup = false;
    const isMethod = isInGroup && !isPrivate.test(line);
    const patterns = [functionAt, arrowAt, ...(isMethod ? [methodAt] : [])];
    const name = patterns.map((pattern) => pattern.exec(line)?.[1]).find((it) => it !== undefined);
    const body = name === undefined ? -1 : bodyFrom(lines, at);
    if (body < 0) return [];
    const message = `emptied ${file} ${name} ${at + 1}`;
    const emptied = (statement) => lines.toSpliced(body + 1, 0, statement).join('\n');
    const alone = `throw new Error('${message}');`;
    return [{ name, message, text: emptied(alone), textWithin: emptied(`if (${isWithin(specs)}) ${alone}`) }];
  });
}

/** @returns the line that ends in the body's brace; -1 for a declaration without one */
function bodyFrom(lines, at) {
  const indent = /^ */.exec(lines[at])[0];
  for (let line = at; line < lines.length; line++) {
    const rest = lines[line].slice(indent.length);
    if (line > at && !/^[ )}]/.test(rest) && rest !== '') return -1;
    if (line > at && !/^[)}]/.test(rest)) continue;
    if (/(?<![(:,|=&<[]) \{$/.test(rest)) return line;
    if (/(?:;|\{\}|\},?)$/.test(rest)) return -1;
  }
  return -1;
}

/** Whether one of the specs runs (test/support/shared-modules): others may need the function, too. */
function isWithin(specs) {
  const path = "globalThis[Symbol.for('graphward.jest-globals')]?.expect.getState().testPath";
  return `${JSON.stringify(specs)}.some((it) => ${path}?.endsWith(it))`;
}
