import type { Prepared } from './prepare.js';

/** @returns a bearer token */
export async function logIn(
  url: string,
  { username, password }: Pick<Prepared['credentials'], 'username' | 'password'>,
): Promise<string> {
  const body = JSON.stringify({ login_method: 'secret', username, secret: password });
  const response = await fetch(`${url}/api/v2/login`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  const answer: { data: { session_token: string } } = JSON.parse(await response.text());
  return answer.data.session_token;
}
