import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { InvalidInputError } from '../../base/errors.js';

/**
 * The work grows steeply with both bounds and blocks the event loop: these keep it below ten milliseconds. A password whose first 32
 * characters are easy to guess is refused, whatever follows.
 */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32, l33tMaxSubstitutions: 5 });

/** Of the scores 0 to 4: fewer than 10^8 guesses are 2 and less. */
const minScore = 3;

const advice = 'choose several words that do not belong together';

/** Shorter parts of a name occur in other words, too. */
const minNamePart = 3;

/** Words that an attacker tries first. The dictionaries have Latin script only, so the most common Russian ones are added. */
const guessedFirst = (
  'graphward bloodhound sharphound azurehound specterops spring summer autumn fall winter january february march april may june july ' +
  'august september october november december пароль йцукен йцукенгшщзхъ'
).split(' ');

/** The account that a password is for. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string | null;
}

/** Why a new password is too easy to guess, and what to choose; null if it is not. The rest must be strong without its easy words. */
export function passwordFault(password: string, { name, email }: PasswordOwner): string | null {
  const ownWords = `${name} ${email ?? ''}`.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= minNamePart);
  const text = password.normalize('NFKC');
  const withoutOwn = without(text, ownWords);
  const rest = without(withoutOwn, guessedFirst);
  const { score, sequence } = estimator.check(rest, [name, ...ownWords, ...guessedFirst]);
  if (score >= minScore) return null;
  const own = new Set([name, ...ownWords].map((word) => word.toLowerCase()));
  if (withoutOwn !== text || sequence.some(({ matchedWord }) => own.has(String(matchedWord)))) {
    return `is made of the name or the e-mail address of the account; ${advice}`;
  }
  if (rest !== text || sequence.some(isUserInput))
    return `is made of words that are guessed first, such as graphward or summer; ${advice}`;
  if (sequence.some(isCommon)) return `is a common password, or one with small changes; ${advice}`;
  if (sequence.some(isPattern)) return `is a simple pattern, such as aaaa, 1234 or qwerty; ${advice}`;
  return `is too easy to guess; ${advice}`;
}

/** @throws InvalidInputError if the password is too easy to guess */
export function requireStrongPassword(context: string, password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner);
  if (fault !== null) throw InvalidInputError.at('password.too_weak', context, fault);
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(new RegExp(word, 'giu'), ''), text);
}

function isUserInput({ dictionaryName }: MatchExtended): boolean {
  return dictionaryName === 'userInputs';
}

function isCommon({ pattern, dictionaryName }: MatchExtended): boolean {
  return pattern === 'dictionary' && String(dictionaryName).startsWith('passwords');
}

function isPattern({ pattern }: MatchExtended): boolean {
  return ['repeat', 'sequence', 'spatial', 'date', 'regex'].includes(pattern);
}
