import { call } from '../api/call.js';
import { address, base, linkWith } from '../base/address.js';
import { loginAddress } from '../base/provider-login.js';
import { leftProvider } from '../base/session.js';
import { useAnswer } from '../base/states.js';

/** The service accepts no longer address to return to. */
const LONGEST = 300;

/** The identity providers by which people log in, and how the last such login has ended. */
export function LoginProviders() {
  const providers = useAnswer(call('GET /api/v2/about')).answer?.data.identity_providers ?? [];
  const { query } = address.value;
  const [login, reference] = [query.get('login'), query.get('reference')];
  // A provider that begins the login is not believed: the person decides, and the login begins here.
  const offered = login === 'confirm' ? providers.filter(({ slug }) => slug === query.get('provider')) : providers;
  return (
    <>
      {login === 'failed' && (
        <p role="alert">
          The login has failed. An administrator finds the reason in the audit log, by the reference{' '}
          <code>{reference}</code>.
        </p>
      )}
      {login === 'confirm' && (
        <p role="alert">Your identity provider asks to log you in here. Go on if you want that.</p>
      )}
      {leftProvider.value && (
        <p role="status">
          You have logged out here.{' '}
          <a href={`/api/v2/sso/${encodeURIComponent(leftProvider.value.slug)}/logout`}>
            Log out of <bdi>{leftProvider.value.name}</bdi>, too
          </a>
        </p>
      )}
      {offered.length > 0 && (
        <ul class="plain" aria-label="Other ways to log in">
          {offered.map(({ slug, name }) => (
            <li key={slug}>
              <a href={loginAddress(slug, hereOrStart())}>
                Log in with <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function hereOrStart(): string {
  const here = linkWith({ login: undefined, reference: undefined, provider: undefined });
  return here.length <= LONGEST ? here : `${base}/`;
}
