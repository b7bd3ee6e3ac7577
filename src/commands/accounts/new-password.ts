import { isPassword, passwordAllowed, passwordFault, type PasswordOwner } from '../../auth/passwords/password-rules.js';
import { UsageError } from '../failure.js';
import { readSecret } from './read-secret.js';
import type { Terminal } from '../terminal.js';

/**
 * Returns the new password of an account.
 * @param given by an option; if absent, it is read from the terminal or from standard input
 * @throws UsageError if it is too short or too easy to guess
 */
export async function newPassword(terminal: Terminal, owner: PasswordOwner, given?: string): Promise<string> {
  const password = given ?? (await readSecret(terminal, `password of ${owner.name}`));
  const fault = isPassword(password) ? passwordFault(password, owner) : `it takes ${passwordAllowed}`;
  if (fault !== null) throw new UsageError(`${given === undefined ? 'password' : '--password'}: ${fault}`);
  return password;
}
