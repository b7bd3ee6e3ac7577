import { type Claims, firstOf, LoginFailure, type OnceOnly, type Person } from '../persons/person.js';
import type { SsoProvider } from '../providers/sso-provider.js';

/** Names that people can't give themselves at a usual provider. */
const usualName = ['email'];

/** The person of the claims of a verified token. @throws LoginFailure */
export function personOf(provider: SsoProvider, token: Readonly<Record<string, unknown>>, used: OnceOnly): Person {
  const all = claimsOf(token);
  const email = isEmailProven(provider, token) ? firstOf(all, ['email']) : null;
  const claims = withEmail(all, email);
  const names = provider.principalAttributeMappings;
  return {
    subject: `${provider.issuer} ${stableIdOf(provider, claims)}`,
    name: firstOf(claims, names.length > 0 ? names : usualName),
    email,
    firstName: firstOf(claims, ['given_name']),
    lastName: firstOf(claims, ['family_name']),
    authenticatedAt: timeOf(token['auth_time']),
    claims,
    used: [used],
  };
}

type AllClaims = Readonly<Record<string, unknown>>;

/** Claims of the token go before those of userinfo. Each of the two verifies the address that it has itself. */
export function withUserInfo(token: AllClaims, userInfo: AllClaims): AllClaims {
  const { email = userInfo['email'] } = token;
  const [verifier = {}] = [token, userInfo].filter((it) => it['email'] === email && 'email_verified' in it);
  return { ...userInfo, ...token, email_verified: 'email_verified' in verifier && verifier.email_verified };
}

/** @param seconds a claim */
function timeOf(seconds: unknown): Date | undefined {
  const time = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** In some directories people can write any address into their own entry. */
function isEmailProven(
  { config }: SsoProvider,
  { email_verified: isVerified }: Readonly<Record<string, unknown>>,
): boolean {
  return isVerified === true || config.trustEmail;
}

function withEmail(all: Map<string, string[]>, email: string | null): Claims {
  if (email === null) all.delete('email');
  return all;
}

/** Hosts of Entra ID: of the world, of the government of the United States, and of China. */
const ofEntra =
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)\//;

/** Entra ID: `sub` differs by application, `oid` is the same for all. At other issuers people may write these claims themselves. */
function stableIdOf({ issuer, config: { subject } }: SsoProvider, claims: Claims): string {
  if (subject !== null) {
    const value = firstOf(claims, [subject]);
    if (value === null) throw new LoginFailure(`the token lacks the claim ${subject}, which is the subject`);
    return value;
  }
  const [tenant, object] = ofEntra.test(issuer) ? [firstOf(claims, ['tid']), firstOf(claims, ['oid'])] : [null, null];
  const id = tenant !== null && object !== null ? `${tenant}/${object}` : firstOf(claims, ['sub']);
  if (id === null) throw new LoginFailure('the token has no subject');
  return id;
}

/** Texts and lists of texts; others are no names, roles or groups. */
function claimsOf(token: Readonly<Record<string, unknown>>): Map<string, string[]> {
  return new Map(
    Object.entries(token).map(([name, value]) => [
      name,
      [value].flat().filter((it): it is string => typeof it === 'string'),
    ]),
  );
}
