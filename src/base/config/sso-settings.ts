import { isNetwork } from '../values/networks.js';
import { ServiceSettings } from './service-settings.js';
import { FlagSetting, IntegerSetting, ListSetting, TextSetting, UrlSetting } from './setting.decorators.js';

/** The settings of passwords and identity providers. */
export class SsoSettings extends ServiceSettings {
  @IntegerSetting(
    'PASSWORD_HASH_MEMORY_KIB',
    19_456,
    [8192, 1_048_576],
    'Memory of one password hash (argon2id), in KiB.',
  )
  readonly passwordHashMemoryKib!: number;

  @IntegerSetting('PASSWORD_HASH_CONCURRENCY', 2, [1, 64], 'Password hashes computed at a time; the others wait.')
  readonly passwordHashConcurrency!: number;

  @TextSetting(
    'BREACHED_PASSWORDS_FILE',
    '',
    [/^/, 'a path, or empty'],
    'File of SHA-1 digests of passwords that nobody may set, sorted, such as a download of Pwned Passwords; empty: the common passwords that the service knows.',
  )
  readonly breachedPasswordsFile!: string;

  @ListSetting(
    'ALERT_NETWORKS',
    '',
    [isNetwork, 'addresses and CIDR ranges, separated by commas'],
    'Networks of the addresses that people name (issuers of identity providers, channels of alerts) and that the service calls; empty permits all but inner ones.',
  )
  readonly alertNetworks!: readonly string[];

  @UrlSetting('HTTPS_PROXY', 'URL of a proxy for calls by https to addresses that people name; empty: none.')
  readonly httpsProxy!: string;

  @ListSetting(
    'NO_PROXY',
    '',
    [(text) => /^(?:\*|[\w.*:[\]-]+)$/.test(text), 'host names, ends of them, and addresses, separated by commas'],
    'Hosts that are called without HTTPS_PROXY, with all hosts below them; * means all.',
  )
  readonly noProxy!: readonly string[];

  @IntegerSetting(
    'SSO_TOKEN_GRACE',
    30,
    [0, 3650],
    'Days without a login by the identity provider after which the API tokens of its accounts stop; 0: never.',
  )
  readonly ssoTokenGrace!: number;

  @FlagSetting(
    'LOGIN_LISTS_PROVIDERS',
    true,
    'Whether the login page, /api/v2/about and /api/v2/sso-providers name the identity providers to strangers.',
  )
  readonly loginListsProviders!: boolean;
}
