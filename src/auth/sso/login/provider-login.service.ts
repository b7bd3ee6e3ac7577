import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../../base/errors.js';
import { accountName } from '../../accounts/account.js';
import { AccountsRepository } from '../../accounts/accounts.repository.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { ProviderAccountsRepository } from '../../accounts/provider-accounts.repository.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Role } from '../../permissions.js';
import type { SessionOrigin } from '../../sessions/sessions.repository.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { LoginFailure, type Person } from '../persons/person.js';
import { providedRole } from '../persons/provided-role.js';
import type { SsoProvider } from '../providers/sso-provider.js';
import { UsedMessagesRepository } from './used-messages.repository.js';

interface FoundAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
}

/** Finds or makes the account of a person, and opens its session. */
@Injectable()
export class ProviderLoginService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly accountsService: AccountsService,
    private readonly ofProviders: ProviderAccountsRepository,
    private readonly sessions: SessionsService,
    private readonly used: UsedMessagesRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * @returns the bearer token
   * @throws LoginFailure
   */
  async open(provider: SsoProvider, person: Person, origin: SessionOrigin): Promise<string> {
    requireClaim(provider, person);
    await this.used.requireUnused(person.used);
    const account = await this.accountOf(provider, person);
    if (account.isDisabled) throw new LoginFailure(`the account ${account.name} is disabled`, account.name);
    await this.giveRole(provider, person, account);
    const { id, name } = account;
    const entry = { action: 'login', resource: `sso/${provider.slug}`, details: { provider: provider.id } } as const;
    const { authenticatedAt } = person;
    const proven = { ...origin, ...(authenticatedAt && { authenticatedAt }) };
    const token = await this.sessions.open(id, proven, async (on) => {
      await this.used.use(person.used, on);
      await this.audit.record(entry, { on, actor: { id, name } });
    });
    await this.accounts.storeLastLogin(id);
    return token;
  }

  private async accountOf(provider: SsoProvider, person: Person): Promise<FoundAccount> {
    const { subject, name } = person;
    const bound = await this.ofProviders.findBySubject(provider.id, subject);
    if (bound) return bound;
    if (name === null)
      throw new LoginFailure('the provider has sent no name that counts; see principal_attribute_mappings', subject);
    if (!accountName.test(name))
      throw new LoginFailure(`${JSON.stringify(name)} cannot be the name of an account`, name);
    return (await this.boundByName(provider, name, subject)) ?? (await this.provision(provider, name, person));
  }

  /** Binds the account that an administrator gave to the provider to its first person. */
  private async boundByName(provider: SsoProvider, name: string, subject: string): Promise<FoundAccount | null> {
    const account = await this.ofProviders.findByName(name);
    if (!account) return null;
    if (account.ssoProviderId !== provider.id)
      throw new LoginFailure(`the account ${account.name} does not log in by this provider`, account.name);
    if (account.ssoSubject === null) await this.ofProviders.bind(account.id, provider.id, subject);
    // Another login of the same person may have bound the account meanwhile.
    const bound = await this.ofProviders.findBySubject(provider.id, subject);
    if (bound) return bound;
    const known = account.ssoSubject ?? 'another one';
    throw new LoginFailure(
      `the account ${account.name} is bound to the subject ${known}, not to ${subject}`,
      account.name,
    );
  }

  private async provision(provider: SsoProvider, name: string, person: Person): Promise<FoundAccount> {
    const { subject, email, firstName, lastName, claims } = person;
    if (!provider.config.autoProvision.enabled)
      throw new LoginFailure(`there is no account ${name}, and the provider makes none`, name);
    const role = providedRole(provider, claims);
    const binding = { ssoProviderId: provider.id, ssoSubject: subject };
    const details = { name, role, sso_provider_id: provider.id };
    const entry = { action: 'account.create', resource: 'accounts', details } as const;
    try {
      return await this.audit.audited(entry, (note) =>
        this.accounts.insert({ name, email, role, firstName, lastName, passwordHash: null, ...binding }, note),
      );
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // Another login of the same person was faster.
      const made = await this.ofProviders.findBySubject(provider.id, subject);
      if (made) return made;
      throw new LoginFailure(`the name ${name} was taken meanwhile`, name);
    }
  }

  /** At each login, so that a role that the provider takes away is gone with the next one. */
  private async giveRole(provider: SsoProvider, { claims }: Person, { id, role: former }: FoundAccount): Promise<void> {
    if (!provider.config.autoProvision.roleProvision) return;
    const role = providedRole(provider, claims);
    if (role === former) return;
    await this.accountsService.update(id, { role, isByProvider: true });
    await this.sessions.endAllOf(id);
  }
}

function requireClaim({ config }: SsoProvider, { claims, name, subject }: Person): void {
  const { require } = config;
  if (!require || (claims.get(require.claim) ?? []).some((it) => require.anyOf.includes(it))) return;
  throw new LoginFailure(`the claim ${require.claim} has none of the values that may log in`, name ?? subject);
}
