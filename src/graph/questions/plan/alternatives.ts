/** Sets of fixes, ascending: each is a reason, which one of its fixes cuts. No set: there is no reason. An empty set: nobody cuts it. */
export type Alternatives = readonly (readonly number[])[];

export const noReason: Alternatives = [];
export const sureReason: Alternatives = [[]];

/** More reasons than these are held for one, which only the fixes cut that cut all. */
const maxReasons = 256;

/** Puts reasons together. A reason that is cut whenever another one is cut counts no more. */
export class ReasonAlgebra {
  /** How often reasons were held for one. */
  simplified = 0;

  /** Any of the reasons is enough. */
  any(all: readonly Alternatives[]): Alternatives {
    const reasons = all.filter((it) => it.length > 0);
    return reasons.length <= 1 ? (reasons[0] ?? noReason) : this.smallest(reasons.flat());
  }

  /** Both are needed. */
  both(one: Alternatives, other: Alternatives): Alternatives {
    if (one.length === 0 || other.length === 0) return noReason;
    if (isSure(one)) return other;
    if (isSure(other)) return one;
    return this.smallest(one.flatMap((first) => other.map((second) => united(first, second))));
  }

  private smallest(reasons: Alternatives): Alternatives {
    const distinct = [...new Map(reasons.map((reason) => [reason.join(), reason])).values()].toSorted(
      (one, other) => one.length - other.length,
    );
    const kept: (readonly number[])[] = [];
    for (const reason of distinct) {
      if (kept.some((smaller) => smaller.every((fix) => reason.includes(fix)))) continue;
      if (kept.length === maxReasons) return [this.common(distinct)];
      kept.push(reason);
    }
    return kept;
  }

  private common(reasons: Alternatives): readonly number[] {
    this.simplified++;
    const [first = [], ...others] = reasons;
    return first.filter((fix) => others.every((reason) => reason.includes(fix)));
  }
}

function isSure([first, ...others]: Alternatives): boolean {
  return first?.length === 0 && others.length === 0;
}

function united(one: readonly number[], other: readonly number[]): readonly number[] {
  return [...new Set([...one, ...other])].toSorted((first, second) => first - second);
}
