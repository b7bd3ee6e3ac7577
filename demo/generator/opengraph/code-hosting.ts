import type { Directory } from '../directory/directory.js';
import { inPieces, jsonList, type Payload } from '../payload.js';
import { APPLICATIONS } from '../word-lists.js';

interface OpenNode {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly properties: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

interface OpenEdge {
  readonly kind: string;
  readonly start: Readonly<Record<string, unknown>>;
  readonly end: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, string | number | boolean>>;
}

/** Kinds of the invented product, for which the demo registers icons. */
export const CODE_HOSTING_KINDS = {
  organization: 'QF_Organization',
  team: 'QF_Team',
  account: 'QF_Account',
  repository: 'QF_Repository',
  runner: 'QF_Runner',
} as const;

/** Added to every node of the payload. */
const CODE_HOSTING_SOURCE = 'QF_Base';

const PERMISSIONS = ['QF_CanRead', 'QF_CanPush', 'QF_CanAdminister'] as const;
const LANGUAGES = ['typescript', 'go', 'kotlin', 'sql'] as const;

const byId = (value: string) => ({ value });

/**
 * The code hosting product Quillforge as an OpenGraph payload. Its accounts, teams and runners refer to people, groups and
 * computers of the domain in the three ways that the format knows: by id, by name and by property.
 */
export function codeHostingPayload(directory: Directory): Payload {
  const hosting = new CodeHosting(directory);
  return {
    name: 'quillforge.json',
    open: () => inPieces(fileOf(hosting)),
  };
}

function* fileOf(hosting: CodeHosting): Generator<string> {
  yield `{"metadata":${JSON.stringify({ source_kind: CODE_HOSTING_SOURCE })},"graph":{"nodes":[`;
  yield* jsonList(hosting.nodes());
  yield '\n],"edges":[';
  yield* jsonList(hosting.edges());
  yield '\n]}}\n';
}

class CodeHosting {
  private readonly organization: string;
  private readonly accounts: number;

  constructor(private readonly directory: Directory) {
    this.organization = this.id('organization', 0);
    this.accounts = Math.min(directory.plan.sizes.repositories * 2, directory.accounts.persons);
  }

  *nodes(): Generator<OpenNode> {
    const { organization, account, repository } = CODE_HOSTING_KINDS;
    yield { id: this.organization, kinds: [organization], properties: { name: 'halden', two_factor: true } };
    for (const team of this.teams()) {
      const { code, name } = this.directory.places.department(team);
      const properties = { name: `team-${code.toLowerCase()}`, display_name: name };
      yield { id: this.id('team', team), kinds: [CODE_HOSTING_KINDS.team], properties };
    }
    for (let i = 0; i < this.accounts; i++) {
      const properties = { name: this.accountName(i), site_admin: i === 0 };
      yield { id: this.id('account', i), kinds: [account], properties };
    }
    for (let i = 0; i < this.directory.plan.sizes.repositories; i++) {
      yield { id: this.id('repository', i), kinds: [repository], properties: this.repositoryProperties(i) };
    }
    yield* this.runners();
  }

  *edges(): Generator<OpenEdge> {
    for (const team of this.teams()) yield* this.teamEdges(team);
    for (let i = 0; i < this.accounts; i++) yield* this.accountEdges(i);
    for (let i = 0; i < this.directory.plan.sizes.repositories; i++) yield* this.repositoryEdges(i);
    yield* this.runnerEdges();
  }

  private id(kind: string, ordinal: number): string {
    return `QF-${this.directory.plan.guid('quillforge', kind, ordinal)}`;
  }

  private *teams(): Generator<number> {
    for (let team = 0; team < this.directory.places.departments.length; team++) yield team;
  }

  /** The people of code are among the first of the directory. */
  private accountName(account: number): string {
    return this.directory.accounts.get(account).samAccountName.toLowerCase();
  }

  private repositoryProperties(repository: number): OpenNode['properties'] {
    const random = this.directory.plan.random('repository', repository);
    const name = APPLICATIONS[repository % APPLICATIONS.length]?.toLowerCase() ?? '';
    return {
      name: `halden/${name}-${Math.floor(repository / APPLICATIONS.length) + 1}`,
      private: !random.chance(0.1),
      stars: random.below(40),
      languages: LANGUAGES.filter(() => random.chance(0.5)),
    };
  }

  /** Teams mirror the groups of the departments, found by name. */
  private *teamEdges(team: number): Generator<OpenEdge> {
    const { places, plan } = this.directory;
    const name = `DEPT-${places.department(team).code}@${plan.domain.name}`;
    yield { kind: 'QF_Contains', start: byId(this.organization), end: byId(this.id('team', team)) };
    yield {
      kind: 'QF_MirroredFrom',
      start: { value: this.id('team', team) },
      end: { match_by: 'name', value: name, kind: 'Group' },
      properties: { interval_minutes: 30 },
    };
  }

  /** Accounts sign in as people of the domain, known by object id. */
  private *accountEdges(account: number): Generator<OpenEdge> {
    const { plan, places } = this.directory;
    const id = this.id('account', account);
    yield { kind: 'QF_MemberOf', start: byId(id), end: byId(this.id('team', account % places.departments.length)) };
    yield {
      kind: 'QF_SignsInAs',
      start: byId(id),
      end: { match_by: 'id', value: plan.userSid(account), kind: 'User' },
      properties: { traversable: true },
    };
  }

  private *repositoryEdges(repository: number): Generator<OpenEdge> {
    const { plan, places } = this.directory;
    const random = plan.random('repository-edges', repository);
    const end = byId(this.id('repository', repository));
    yield { kind: 'QF_Contains', start: byId(this.organization), end };
    yield { kind: 'QF_CanPush', start: byId(this.id('team', random.below(places.departments.length))), end };
    for (const account of random.distinct(random.between(1, 3), this.accounts)) {
      yield { kind: random.pick(PERMISSIONS), start: byId(this.id('account', account)), end };
    }
  }

  /** Jobs run on the application servers of the domain. */
  private *runnerHosts() {
    for (let i = 0; i < 4; i++) {
      const server = this.directory.machines.nthServer('application-server', i);
      if (server !== undefined) yield { id: this.id('runner', i), ordinal: i, host: server.host };
    }
  }

  private *runners(): Generator<OpenNode> {
    for (const { id, ordinal, host } of this.runnerHosts()) {
      const properties = { name: `runner-${ordinal + 1}`, host, labels: ['self-hosted', 'windows'] };
      yield { id, kinds: [CODE_HOSTING_KINDS.runner], properties };
    }
  }

  /** Runners know their host by its account name only: found by property. */
  private *runnerEdges(): Generator<OpenEdge> {
    for (const { id, ordinal, host } of this.runnerHosts()) {
      const property_matchers = [{ key: 'samaccountname', operator: 'equals', value: `${host}$` }];
      yield { kind: 'QF_RunsOn', start: byId(id), end: { match_by: 'property', property_matchers, kind: 'Computer' } };
      yield { kind: 'QF_Builds', start: byId(id), end: byId(this.id('repository', ordinal)) };
    }
  }
}
