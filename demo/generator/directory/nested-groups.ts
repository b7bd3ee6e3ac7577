import type { EstatePlan } from '../plan.js';
import type { Random } from '../random.js';
import type { Accounts } from './accounts.js';
import { group, user, type TypedPrincipal } from './principals.js';

/** Levels of groups; each has about two thirds as many groups as the level below. */
const LEVELS = 11;
const SHRINK = 2 / 3;

/** Mean number of groups on the lowest level that a person is a member of. */
const MEMBERSHIPS = 10;

/** Mean number of groups on the next level that a group is a member of. */
const PARENTS = 0.9;

/** Probability that a group on the lowest level has a group of a higher level as a member, which closes a cycle. */
const CYCLE = 0.004;

/** Bounds the memberships of the most connected person to about 200. */
const MOST_CONNECTED = 0.025;

/** Only every tenth group administers computers. */
const ADMINISTERING = 10;

/**
 * Groups in levels, as large directories accumulate them: memberships and rights with long tails, and a few cycles.
 * A large estate has them so that benchmarks meet users with few, many and very many rights.
 */
export class NestedGroups {
  readonly count: number;
  /** First group of each level, and their end. */
  private readonly starts: readonly number[];

  /** @param first number of the first of them among all groups */
  constructor(
    private readonly plan: EstatePlan,
    private readonly accounts: Accounts,
    private readonly first: number,
  ) {
    this.count = plan.sizes.nestedGroups;
    const lowest = (this.count * (1 - SHRINK)) / (1 - SHRINK ** LEVELS);
    const starts = [0];
    for (let level = 1; level < LEVELS; level++) {
      const size = Math.max(1, Math.floor(lowest * SHRINK ** (level - 1)));
      starts.push(Math.min(this.count, (starts.at(-1) ?? 0) + size));
    }
    this.starts = [...starts, this.count];
  }

  /** The level of a group, from 0. */
  levelOf(ordinal: number): number {
    return this.starts.findLastIndex((start) => start <= ordinal);
  }

  *membersOf(ordinal: number): Generator<TypedPrincipal> {
    const random = this.plan.random('nested-group', ordinal);
    const level = this.levelOf(ordinal);
    if (level === 0) {
      const mean = (MEMBERSHIPS * this.accounts.persons) / this.sizeOf(0);
      const persons = this.draw(this.numberOfMembers(ordinal, mean), () => this.somePerson(random));
      for (const person of persons) yield user(this.plan.userSid(person));
      if (random.chance(CYCLE)) yield this.sid(random.between(this.start(1), this.count - 1));
    } else {
      const mean = (PARENTS * this.sizeOf(level - 1)) / this.sizeOf(level);
      const [from, size] = [this.start(level - 1), this.sizeOf(level - 1)];
      const members = this.draw(this.numberOfMembers(ordinal, mean), () => from + random.below(size));
      for (const member of members) yield this.sid(member);
    }
  }

  /** Groups, and sometimes persons, in the local group of administrators of a computer. */
  *administratorsOf(computer: number): Generator<TypedPrincipal> {
    if (this.count === 0) return;
    const random = this.plan.random('nested-rights', computer);
    const chosen = this.draw(random.between(1, 6), () => {
      const ordinal = Math.floor(share(random) ** 1.5 * this.count);
      return ordinal - (ordinal % ADMINISTERING);
    });
    for (const ordinal of chosen) {
      if (random.chance(0.1)) yield user(this.plan.userSid(random.below(this.accounts.persons)));
      else yield this.sid(ordinal);
    }
  }

  /** The first groups of a level have far more members than the last: the number falls with the square root. */
  private numberOfMembers(ordinal: number, mean: number): number {
    const level = this.levelOf(ordinal);
    const position = (ordinal - this.start(level) + 0.5) / this.sizeOf(level);
    const number = (mean * 0.5) / Math.sqrt(position);
    return Math.floor(number + share(this.plan.random('nested-size', ordinal)));
  }

  /** Some persons are drawn far more often than others. Multiplying by a large odd number spreads them over the numbers. */
  private somePerson(random: Random): number {
    const { persons } = this.accounts;
    const squared = (MOST_CONNECTED + (1 - MOST_CONNECTED) * share(random)) ** 2 - MOST_CONNECTED ** 2;
    return (Math.floor((squared / (1 - MOST_CONNECTED ** 2)) * persons) * 7_919) % persons;
  }

  private draw(times: number, one: () => number): ReadonlySet<number> {
    const drawn = new Set<number>();
    for (let time = 0; time < times; time++) drawn.add(one());
    return drawn;
  }

  private start(level: number): number {
    return this.starts[level] ?? this.count;
  }

  private sizeOf(level: number): number {
    return Math.max(1, this.start(level + 1) - this.start(level));
  }

  private sid(ordinal: number): TypedPrincipal {
    return group(this.plan.groupSid(this.first + ordinal));
  }
}

/** A number from 0 up to 1. */
function share(random: Random): number {
  return random.below(1_000_000) / 1_000_000;
}
