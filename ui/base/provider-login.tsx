import { base } from './address.js';

/** @param more further parameters of the query */
export function loginAddress(slug: string, returnTo: string, more = ''): string {
  return `/api/v2/sso/${encodeURIComponent(slug)}/login?${more}return_to=${encodeURIComponent(returnTo)}`;
}

interface Props {
  /** Of the identity provider. */
  readonly slug: string;
  /** The screen that is shown afterwards. */
  readonly screen: string;
  readonly onLeave?: () => void;
}

/** For an account without a password, whose last login is too old for a change. */
export function LogInAgain({ slug, screen, onLeave }: Props) {
  return (
    <a href={loginAddress(slug, `${base}${screen}`, 'reauthenticate=true&')} onClick={onLeave}>
      Log in again by your identity provider
    </a>
  );
}
