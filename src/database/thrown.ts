import { errorCode } from '../base/error-code.js';

/** The first words on what went wrong that are not empty. Connecting to several addresses fails with a list of reasons. */
export function errorMessage(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string' && thrown.message) return thrown.message;
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0)
    return errorMessage(thrown.errors[0]);
  return errorCode(thrown) ?? Object.prototype.toString.call(thrown);
}
