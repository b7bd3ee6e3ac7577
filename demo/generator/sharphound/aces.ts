import type { Directory } from '../directory/directory.js';
import type { EstatePlan } from '../plan.js';
import type { Ace } from './records.js';

const ADMINISTRATORS = 'S-1-5-32-544';
const ACCOUNT_OPERATORS = 'S-1-5-32-548';

/** Builds the access control entries that the objects of a domain usually carry. */
export class Aces {
  readonly domainAdmins: string;
  readonly enterpriseAdmins: string;
  readonly administrators: string;

  constructor(private readonly plan: EstatePlan) {
    this.domainAdmins = plan.domainSid(512);
    this.enterpriseAdmins = plan.domainSid(519);
    this.administrators = plan.wellKnownSid(ADMINISTRATORS);
  }

  /** An explicit entry for a group. */
  group(sid: string, right: string): Ace {
    return { PrincipalSID: sid, PrincipalType: 'Group', RightName: right, IsInherited: false };
  }

  /** An explicit entry for a user. */
  user(sid: string, right: string): Ace {
    return { PrincipalSID: sid, PrincipalType: 'User', RightName: right, IsInherited: false };
  }

  /** Accounts and groups that the directory protects: nothing is inherited, only administrators may write. */
  protectedObject(): Ace[] {
    return [
      this.group(this.domainAdmins, 'Owns'),
      ...['WriteDacl', 'WriteOwner', 'AllExtendedRights', 'GenericWrite'].map((right) =>
        this.group(this.administrators, right),
      ),
      this.group(this.domainAdmins, 'GenericAll'),
      this.group(this.enterpriseAdmins, 'GenericAll'),
    ];
  }

  /** An account or a group that anybody in charge of accounts may change. */
  ordinaryObject(objectId: string): Ace[] {
    if (this.plan.sizes.hasFewAces) return this.ofSomeGroups(objectId);
    return [
      this.group(this.domainAdmins, 'Owns'),
      this.group(this.domainAdmins, 'GenericAll'),
      this.group(this.plan.wellKnownSid(ACCOUNT_OPERATORS), 'GenericAll'),
      ...this.inherited(),
    ];
  }

  /** Additional entries of accounts with keys. */
  keyAdmins(): Ace[] {
    if (this.plan.sizes.hasFewAces) return [];
    return [526, 527].map((rid) => ({
      ...this.group(this.plan.domainSid(rid), 'AddKeyCredentialLink'),
      IsInherited: true,
    }));
  }

  /** Units, containers and policies. */
  structure(owner = this.domainAdmins): Ace[] {
    return [this.group(owner, 'Owns'), this.group(this.domainAdmins, 'GenericAll'), ...this.inherited()];
  }

  /** Objects of the configuration, which the enterprise's administrators rule. */
  configuration(): Ace[] {
    return [
      this.group(this.enterpriseAdmins, 'Owns'),
      this.group(this.enterpriseAdmins, 'GenericAll'),
      this.group(this.domainAdmins, 'WriteDacl'),
      this.group(this.domainAdmins, 'WriteOwner'),
    ];
  }

  /** The owner and one more entry, each for a random group. */
  private ofSomeGroups(objectId: string): Ace[] {
    const { plan } = this;
    const random = plan.random('aces', objectId);
    return ['Owns', 'GenericAll'].map((right) => this.group(plan.groupSid(random.below(plan.sizes.groups)), right));
  }

  private inherited(): Ace[] {
    const rights = ['WriteDacl', 'WriteOwner', 'GenericWrite', 'AllExtendedRights'];
    return [
      { ...this.group(this.enterpriseAdmins, 'GenericAll'), IsInherited: true },
      ...rights.map((right) => ({ ...this.group(this.administrators, right), IsInherited: true })),
    ];
  }
}

/** The objects of one file or a few, with their access control entries. */
export abstract class Records {
  protected readonly aces: Aces;

  constructor(protected readonly directory: Directory) {
    this.aces = new Aces(directory.plan);
  }
}
