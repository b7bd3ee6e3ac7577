import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { InvalidInputError } from '../../common/errors.js';

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

/**
 * Why a new password is too easy to guess, and what to choose; null if it is not.
 * @param name of the account: the rest of the password must be strong without it
 */
export function passwordFault(password: string, name: string): string | null {
  const words = name.split(/[^A-Za-z0-9]+/).filter(({ length }) => length >= minNamePart);
  const rest = words.reduce((text, word) => text.replaceAll(new RegExp(word, 'gi'), ''), password);
  const { score, sequence } = estimator.check(rest, [name, ...words]);
  if (score >= minScore) return null;
  if (rest !== password || sequence.some(isNamePart)) return `is made of the name of the account; ${advice}`;
  if (sequence.some(isCommon)) return `is a common password, or one with small changes; ${advice}`;
  if (sequence.some(isPattern)) return `is a simple pattern, such as aaaa, 1234 or qwerty; ${advice}`;
  return `is too easy to guess; ${advice}`;
}

/** @throws InvalidInputError if the password is too easy to guess */
export function requireStrongPassword(context: string, password: string, name: string): void {
  const fault = passwordFault(password, name);
  if (fault !== null) throw InvalidInputError.at(context, fault);
}

function isNamePart({ dictionaryName }: MatchExtended): boolean {
  return dictionaryName === 'userInputs';
}

function isCommon({ pattern, dictionaryName }: MatchExtended): boolean {
  return pattern === 'dictionary' && String(dictionaryName).startsWith('passwords');
}

function isPattern({ pattern }: MatchExtended): boolean {
  return ['repeat', 'sequence', 'spatial', 'date', 'regex'].includes(pattern);
}
