import { RE2JS } from 're2js';
import { Cache } from '../../../base/values/cache.js';
import { CypherError } from '../cypher-error.js';
import { type Budget, stepsOfText } from './budget.js';

/** Characters of a pattern with its repetitions. Others take long to compile. */
const mostOfPattern = 50_000;

/** Characters of a pattern and of a text, multiplied: a match of so many takes a third of a second and can't be interrupted. */
const mostOfMatch = 20_000_000;

/** The most that nested repetitions make of one character. */
const mostRepeated = 1000;

/** Bytes of the patterns, and of the results, that one query keeps. */
const keptBytes = 4 * 1024 ** 2;

/** Of a compiled pattern for each character. */
const bytesOfCharacter = 500;

/** Longer texts are seldom repeated. */
const longestKept = 200;

interface Pattern {
  readonly expression: RE2JS;
  readonly size: number;
}

/** The patterns of one query, and its results: rows repeat their texts, and a look-up takes a tenth of a match. */
class Matches {
  readonly patterns = new Cache<string, Pattern>(keptBytes, ({ size }) => size * bytesOfCharacter);
  readonly results = new Cache<string, boolean>(keptBytes, () => 0);
}

/** They are gone with their query, so that no tested text outlives it. */
const matchesOf = new WeakMap<Budget, Matches>();

/** Whether a regular expression matches a whole text. It takes time in proportion to the text and to the size of the expression. */
export function matchesPattern(text: string, pattern: string, budget: Budget): boolean {
  let matches = matchesOf.get(budget);
  if (!matches) matchesOf.set(budget, (matches = new Matches()));
  const { patterns, results } = matches;
  const key = text.length + pattern.length <= longestKept ? `${pattern}\n${text.length}\n${text}` : null;
  const known = key === null ? undefined : results.get(key);
  if (known !== undefined) return known;
  let kept = patterns.get(pattern);
  if (!kept) patterns.set(pattern, (kept = compiledPattern(pattern)));
  const { expression, size } = kept;
  if (size * text.length > mostOfMatch) throw tooLarge(`${mostOfMatch} characters, pattern and text multiplied`);
  budget.step(stepsOfText(text));
  const result = expression.matches(text);
  if (key !== null) results.set(key, result);
  return result;
}

function compiledPattern(text: string): Pattern {
  const size = sizeOfPattern(text);
  if (size > mostOfPattern) throw tooLarge(`${mostOfPattern} characters with their repetitions`);
  return { expression: compiled(text), size };
}

function compiled(text: string): RE2JS {
  try {
    return RE2JS.compile(text, RE2JS.DOTALL);
  } catch (error) {
    const reason = String(error)
      .replace(/^.*error parsing regexp: /, '')
      .replace('`(?s)', '`');
    throw new CypherError('argument', `${JSON.stringify(text)} is no regular expression: ${reason}`);
  }
}

/** Characters of a pattern, each as often as `{n}` repeats it at most. */
function sizeOfPattern(text: string): number {
  const counts = Array.from(text.matchAll(/\{(?:\d+,)?(\d+)/g), ([, count]) => Math.max(Number(count), 1));
  return text.length * counts.reduce((product, count) => Math.min(product * count, mostRepeated), 1);
}

function tooLarge(most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of regular expressions: ${most}`);
}
