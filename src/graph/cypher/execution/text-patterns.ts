import { RE2JS } from 're2js';
import { CypherError } from '../cypher-error.js';
import { type Budget, sizeOfText } from './budget.js';

/** Characters of a pattern with its repetitions. Others take long to compile. */
const mostOfPattern = 50_000;

/** Characters of a pattern and of a text, multiplied: a match of so many takes a third of a second and can't be interrupted. */
const mostOfMatch = 20_000_000;

/** The most that nested repetitions make of one character. */
const mostRepeated = 1000;

/** Of all patterns together. */
const keptResults = 50_000;

/** A regular expression with its former results: rows repeat their texts, and a look-up takes a tenth of a match. */
interface Pattern {
  readonly expression: RE2JS;
  readonly size: number;
  readonly results: Map<string, boolean>;
}

const patterns = new Map<string, Pattern>();
let kept = 0;

/** Whether a regular expression matches a whole text. It takes time in proportion to the text and to the size of the expression. */
export function matchesPattern(text: string, pattern: string, budget: Budget): boolean {
  const { expression, size, results } = patterns.get(pattern) ?? keptPattern(pattern);
  const known = results.get(text);
  if (known !== undefined) return known;
  if (size * text.length > mostOfMatch) throw tooLarge(`${mostOfMatch} characters, pattern and text multiplied`);
  budget.step(sizeOfText(text));
  countKept();
  const result = expression.matches(text);
  results.set(text, result);
  return result;
}

function keptPattern(text: string): Pattern {
  const size = sizeOfPattern(text);
  if (size > mostOfPattern) throw tooLarge(`${mostOfPattern} characters with their repetitions`);
  countKept();
  const pattern = { expression: compiled(text), size, results: new Map<string, boolean>() };
  patterns.set(text, pattern);
  return pattern;
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

function countKept(): void {
  if (++kept <= keptResults) return;
  patterns.clear();
  kept = 0;
}

/** Characters of a pattern, each as often as `{n}` repeats it at most. */
function sizeOfPattern(text: string): number {
  const counts = Array.from(text.matchAll(/\{(?:\d+,)?(\d+)/g), ([, count]) => Math.max(Number(count), 1));
  return text.length * counts.reduce((product, count) => Math.min(product * count, mostRepeated), 1);
}

function tooLarge(most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of regular expressions: ${most}`);
}
