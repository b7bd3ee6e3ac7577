import { endingSoon } from '../../auth/sso/metadata/certificates.js';
import type { SsoProvider } from '../../auth/sso/providers/sso-provider.js';
import type { Settings } from '../../base/config/settings.js';
import { fail, ok, type Verdict, warn } from './check.js';

type EnabledProvider = Pick<SsoProvider, 'kind' | 'slug' | 'certificates'>;

/**
 * Whether people can log in by the enabled identity providers, and for how long.
 * @param closed number of stored secrets that cannot be read
 */
export function providersVerdict(
  enabled: readonly EnabledProvider[],
  { publicUrl, ui }: Pick<Settings, 'publicUrl' | 'ui'>,
  now: Date,
  closed = 0,
): Verdict {
  if (closed > 0)
    return fail(
      `the secret does not open ${closed} client secrets or keys of logins by identity providers`,
      'set SECRET_KEY, or restore DATA_DIR/secret.key, as it was; else send the client secrets again, and sso reset-key',
    );
  if (enabled.length === 0) return ok('nobody logs in by an identity provider');
  if (!ui) return warn('UI=false: nobody can log in by an identity provider', 'set UI=true, or disable the providers');
  if (publicUrl === '')
    return warn(
      'nobody can log in by an identity provider, because PUBLIC_URL is empty',
      'set PUBLIC_URL to the address of the service for browsers',
    );
  return certificatesVerdict(enabled, now);
}

function certificatesVerdict(enabled: readonly EnabledProvider[], now: Date): Verdict {
  const bare = enabled.filter(({ kind, certificates }) => kind === 'SAML' && certificates.length === 0);
  if (bare.length > 0)
    return warn(
      `nobody can log in by ${bare.map(({ slug }) => slug).join(', ')}: no certificate is stored`,
      'send the metadata of the provider again: PATCH /api/v2/sso-providers/ID',
    );
  const ending = enabled.flatMap(({ slug, certificates }) =>
    endingSoon(certificates, now).map((end) => `${slug} ${end.toISOString().slice(0, 10)}`),
  );
  if (ending.length === 0) return ok(`${enabled.length} enabled`);
  return warn(
    `certificates of identity providers have ended or end soon: ${ending.join(', ')}`,
    'send the new metadata of the provider before it signs with another key; an ended one is not refused',
  );
}
