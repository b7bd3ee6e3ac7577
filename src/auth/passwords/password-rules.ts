import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { ValidateBy } from 'class-validator';
import { InvalidInputError } from '../../base/errors.js';

/** Number of characters of a password. The maximum only limits the size of requests. */
export const passwordLength = { min: 12, max: 1024 } as const;

export const passwordAllowed = `at least ${passwordLength.min} characters`;

export function isPassword(text: string): boolean {
  return text.length >= passwordLength.min && text.length <= passwordLength.max;
}

/** A property of a request that takes a new password. */
export function IsPassword({ optional = false }: { readonly optional?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'string', required: !optional, minLength: passwordLength.min, maxLength: passwordLength.max }),
    ValidateBy(
      { name: 'isPassword', validator: { validate: (value) => typeof value === 'string' && isPassword(value) } },
      { message: `takes a password of ${passwordAllowed}` },
    ),
  );
}

/**
 * The estimate blocks the event loop, and its cost grows steeply with both limits. These limits keep it below ten milliseconds. They also
 * refuse a password whose first 32 characters are easy to guess, regardless of the rest.
 */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32, l33tMaxSubstitutions: 5 });

/** Scores range from 0 to 4. A score below 3 means fewer than 10^8 guesses. */
const minScore = 3;

const advice = 'choose several words that do not belong together';

/** Shorter parts of a name also occur in other words. */
const minNamePart = 3;

/** Words that an attacker tries first. The dictionaries contain Latin script only, so this list adds the most common Russian ones. */
const guessedFirst = (
  'graphward bloodhound sharphound azurehound specterops spring summer autumn fall winter january february march april may june july ' +
  'august september october november december пароль йцукен йцукенгшщзхъ'
).split(' ');

const commonFault = `is a common password, or one with small changes; ${advice}`;

/** What people add to a word: signs; a year with signs; a sign with digits; all of them at the end, or at both ends. */
const decorations = [
  /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu,
  /(?:19|20)\d\d[^\p{L}\p{N}]*$/gu,
  /[^\p{L}\p{N}]+\d*$/gu,
  /\P{L}+$/gu,
  /^\P{L}+|\P{L}+$/gu,
];

/** What is left is a word by chance if it is short, or if much was removed. */
const bare = { min: 4, maxRemoved: 8 } as const;

/** The account that a password is for. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string | null;
}

/**
 * Returns why a new password is too easy to guess and what to choose instead, or null if the password is good. The password must be strong
 * after its easy words are removed.
 */
export function passwordFault(password: string, { name, email }: PasswordOwner): string | null {
  const ownWords = `${name} ${email ?? ''}`.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= minNamePart);
  const text = password.normalize('NFKC');
  const withoutOwn = without(text, ownWords);
  const rest = without(withoutOwn, guessedFirst);
  const { score, sequence } = estimator.check(rest, [name, ...ownWords, ...guessedFirst]);
  if (score >= minScore) return [text, rest].some(isDecorated) ? commonFault : null;
  const own = new Set([name, ...ownWords].map((word) => word.toLowerCase()));
  if (withoutOwn !== text || sequence.some(({ matchedWord }) => own.has(String(matchedWord)))) {
    return `is made of the name or the e-mail address of the account; ${advice}`;
  }
  if (rest !== text || sequence.some(isUserInput))
    return `is made of words that are guessed first, such as graphward or summer; ${advice}`;
  if (sequence.some(isCommon)) return commonFault;
  if (sequence.some(isPattern)) return `is a simple pattern, such as aaaa, 1234 or qwerty; ${advice}`;
  return `is too easy to guess; ${advice}`;
}

/** @throws InvalidInputError if the password is too easy to guess */
export function requireStrongPassword(context: string, password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner);
  if (fault !== null) throw InvalidInputError.at('password.too_weak', context, fault);
}

/**
 * Whether a text is one common word or pattern with a year, digits or signs around it, or repeated. People who are asked for longer passwords
 * choose `password2026!!`, whose ending the estimator counts as if it were chosen by chance.
 */
function isDecorated(text: string): boolean {
  const rests = decorations
    .map((it) => text.replaceAll(it, ''))
    .filter((it) => it.length >= bare.min && text.length - it.length <= bare.maxRemoved);
  const once = text.replace(/^(.+?)\1+$/u, '$1');
  return [...new Set([...rests, once])].some((it) => it !== text && isOneWord(it));
}

function isOneWord(text: string): boolean {
  const { sequence } = estimator.check(text);
  return sequence.length === 1 && sequence.every(({ pattern }) => pattern !== 'bruteforce');
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
