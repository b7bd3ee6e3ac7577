import { computer, inContainer, inUnit, type TypedPrincipal } from '../directory/principals.js';
import type { Account } from '../directory/accounts.js';
import { CONTAINERS } from '../directory/containers.js';
import { WELL_KNOWN_USERS } from '../directory/well-known.js';
import type { Random } from '../random.js';
import { SERVICES, TITLES } from '../word-lists.js';
import { Records } from './aces.js';
import { objectFrame, type Ace } from './records.js';

interface AccountProperties {
  readonly samaccountname: string;
  readonly distinguishedname: string;
  readonly description: string | null;
  readonly displayname: string | null;
  readonly email: string | null;
  readonly title: string | null;
  readonly enabled: boolean;
  readonly admincount: boolean;
  readonly serviceprincipalnames: readonly string[];
}

const SQL_PORT = 1433;

/** How some accounts that are unlike all others sign in. */
type Habit = 'away' | 'rare' | 'new' | 'first day' | 'guest';

const HABITS: Readonly<Record<number, Habit>> = { 37: 'away', 38: 'rare', 39: 'new', 40: 'first day' };

/** One of each habit among 500 persons. */
function habitOf({ tier, ordinal }: Account): Habit | undefined {
  return tier === 'person' ? HABITS[ordinal % 500] : undefined;
}

/** The items of a SharpHound users file. */
export class UserRecords extends Records {
  *all(): Generator<object> {
    for (const definition of WELL_KNOWN_USERS) yield this.wellKnown(definition);
    for (let index = 0; index < this.directory.plan.sizes.users; index++) {
      yield this.account(this.directory.accounts.get(index));
    }
  }

  private wellKnown({ rid, name, description, enabled }: (typeof WELL_KNOWN_USERS)[number]): object {
    const { plan, containers } = this.directory;
    const home = containers.get(CONTAINERS.users);
    return this.record(plan.domainSid(rid), plan.random('well-known-user', rid), {
      properties: {
        samaccountname: name,
        distinguishedname: `CN=${name.toUpperCase()},${home.distinguishedName}`,
        description,
        displayname: null,
        email: null,
        title: null,
        enabled,
        admincount: rid !== 501,
        serviceprincipalnames: rid === 502 ? ['kadmin/changepw'] : [],
      },
      aces: rid === 501 ? this.aces.ordinaryObject(plan.domainSid(rid)) : this.aces.protectedObject(),
      primaryGroup: rid === 501 ? 514 : 513,
      containedBy: inContainer(home.id),
      habit: rid === 501 ? 'guest' : undefined,
    });
  }

  private account(account: Account): object {
    const { plan, units } = this.directory;
    const random = plan.random('user', account.index);
    const unit = units.ofAccount(account);
    const isPerson = account.tier === 'person';
    const isProtected = account.tier === 'domain-admin';
    const sqlServer = this.sqlServerOf(account);
    return this.record(account.sid, random, {
      habit: habitOf(account),
      properties: {
        samaccountname: account.samAccountName,
        distinguishedname: `CN=${account.samAccountName},${unit.distinguishedName}`,
        description: isPerson ? null : account.displayName,
        displayname: account.displayName,
        email: isPerson ? `${account.samAccountName}@${plan.domain.name}`.toLowerCase() : null,
        title: isPerson ? this.titleOf(account, random) : null,
        enabled: !isPerson || !random.chance(0.04),
        admincount: isProtected,
        serviceprincipalnames: sqlServer === undefined ? this.serviceNames(account) : [sqlServer.name],
      },
      aces: isProtected ? this.aces.protectedObject() : this.ordinaryAces(account, random),
      primaryGroup: 513,
      containedBy: inUnit(unit.id),
      ...(sqlServer === undefined ? {} : { sqlServer: sqlServer.sid }),
      delegation: this.delegationOf(account),
    });
  }

  private record(
    sid: string,
    random: Random,
    parts: {
      readonly properties: AccountProperties;
      readonly aces: readonly Ace[];
      readonly primaryGroup: number;
      readonly containedBy: TypedPrincipal;
      readonly sqlServer?: string;
      readonly habit?: Habit | undefined;
      readonly delegation?: readonly TypedPrincipal[];
    },
  ): object {
    const { plan } = this.directory;
    const isProtected = parts.properties.admincount;
    return {
      Properties: {
        domain: plan.domain.name,
        name: `${parts.properties.samaccountname.toUpperCase()}@${plan.domain.name}`,
        domainsid: plan.domain.sid,
        isaclprotected: isProtected,
        ...parts.properties,
        ...this.signInProperties(random, parts.properties),
        ...this.signInOf(parts.habit),
        trustedtoauth: (parts.delegation ?? []).length > 0,
        hasspn: parts.properties.serviceprincipalnames.length > 0,
        sidhistory: [],
      },
      AllowedToDelegate: parts.delegation ?? [],
      PrimaryGroupSID: plan.domainSid(parts.primaryGroup),
      HasSIDHistory: [],
      SPNTargets:
        parts.sqlServer === undefined ? [] : [{ ComputerSID: parts.sqlServer, Port: SQL_PORT, Service: 'SQLAdmin' }],
      ...objectFrame(sid, parts.aces, parts.containedBy, isProtected),
    };
  }

  private signInProperties(random: Random, { enabled, admincount, serviceprincipalnames }: AccountProperties) {
    const { plan } = this.directory;
    const lastSignIn = enabled ? plan.daysAgo(random, 60, 0.1) : plan.daysAgo(random, 400, 120);
    return {
      whencreated: plan.daysAgo(random, 3_000, 420),
      lastlogon: lastSignIn,
      lastlogontimestamp: lastSignIn,
      pwdlastset: plan.daysAgo(random, serviceprincipalnames.length > 0 ? 1_400 : 180, 1),
      sensitive: admincount,
      dontreqpreauth: !admincount && random.chance(0.005),
      passwordnotreqd: !admincount && random.chance(0.004),
      pwdneverexpires: serviceprincipalnames.length > 0 || random.chance(0.03),
      unconstraineddelegation: false,
      homedirectory: null,
      userpassword: null,
      unixpassword: null,
      unicodepassword: null,
      sfupassword: null,
      logonscript: null,
    };
  }

  /** Collectors write -1 and 0 if there was no sign-in. The domain may know an earlier time than a controller. */
  private signInOf(habit: Habit | undefined) {
    const { nowSeconds } = this.directory.plan;
    const before = (days: number) => nowSeconds - days * 86_400;
    switch (habit) {
      case 'away':
        return { lastlogon: before(200), lastlogontimestamp: before(200) };
      case 'rare':
        return { lastlogon: before(80), lastlogontimestamp: before(80) };
      case 'new':
        return { whencreated: before(10), lastlogon: 0, lastlogontimestamp: -1, pwdlastset: before(10) };
      case 'first day':
        return { whencreated: before(10), lastlogon: before(1), lastlogontimestamp: -1, pwdlastset: before(10) };
      case 'guest':
        return { passwordnotreqd: true, dontreqpreauth: true };
      case undefined:
        break;
    }
    return {};
  }

  private titleOf({ department }: Account, random: Random): string {
    const rank = Math.floor((random.below(100) * random.below(100) * TITLES.length) / 10_000);
    return `${TITLES[rank] ?? ''}, ${this.directory.places.department(department).name}`;
  }

  /** The helpdesk resets passwords of people; now and then someone was given rights over a single account. */
  private ordinaryAces(account: Account, random: Random): readonly Ace[] {
    const { groups, accounts } = this.directory;
    const aces = [...this.aces.ordinaryObject(account.sid), ...this.aces.keyAdmins()];
    if (account.tier === 'person') aces.push(this.aces.group(groups.sidOf('HELPDESK'), 'ForceChangePassword'));
    if (account.tier === 'service' && random.chance(0.3)) {
      aces.push(this.aces.group(groups.sidOf('TIER1-SERVER-ADMINS'), 'GenericWrite'));
    }
    if (random.chance(0.02)) {
      const holder = accounts.sid('person', random.below(accounts.persons));
      const right = random.pick(['GenericAll', 'WriteDacl', 'ForceChangePassword', 'WriteSPN', 'AddKeyCredentialLink']);
      if (holder !== account.sid) aces.push(this.aces.user(holder, right));
    }
    return aces;
  }

  /** Every database service runs on one database server, as long as there are any. */
  private sqlServerOf({ tier, ordinal }: Account): { readonly sid: string; readonly name: string } | undefined {
    if (tier !== 'service' || ordinal % SERVICES.length !== 0) return undefined;
    const server = this.directory.machines.nthServer('sql-server', ordinal / SERVICES.length);
    if (server === undefined) return undefined;
    return { sid: server.sid, name: `MSSQLSvc/${server.host}.${this.directory.plan.domain.name}:${SQL_PORT}` };
  }

  private serviceNames({ tier, ordinal }: Account): readonly string[] {
    const service = SERVICES[ordinal % SERVICES.length];
    if (tier !== 'service' || service === undefined) return [];
    return [`${service.serviceClass}/${service.name}${ordinal}.${this.directory.plan.domain.name}`];
  }

  /** Web services act for their callers on a database server. */
  private delegationOf({ tier, ordinal }: Account): readonly TypedPrincipal[] {
    if (tier !== 'service' || ordinal % SERVICES.length !== 1) return [];
    const server = this.directory.machines.nthServer('sql-server', 0);
    return server === undefined ? [] : [computer(server.sid)];
  }
}
