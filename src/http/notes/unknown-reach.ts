import type { UnknownReach } from '../../base/scope/unknown-reach.js';

/** Assignments that an answer lists, and that notes name. The number of holders is of all. */
const [mostListed, mostNamed] = [100, 5];

const text = (description: string) => ({ type: 'string' as const, description });
const assignment = {
  holder: text('Object id of the user, group or service principal.'),
  holder_name: text('Its name.'),
  role: text('Object id of the role.'),
  role_name: text('Its name.'),
  scope: text('Object id of the administrative unit.'),
  scope_name: text('Its name, or its id.'),
  reason: { type: 'string' as const, enum: ['members_not_collected'] },
};

/** The schema of `unknown_reach`. */
export const unknownReachSchema = {
  type: 'object' as const,
  required: ['holders', 'assignments'],
  description:
    'Holders of roles in administrative units whose members are not known: they may reach users or groups beside those in the answer. Absent if the answer passes none.',
  properties: {
    holders: { type: 'integer' as const, minimum: 1, description: 'Number of holders.' },
    assignments: {
      type: 'array' as const,
      maxItems: mostListed,
      items: { type: 'object' as const, required: Object.keys(assignment), properties: assignment },
    },
  },
};

/** The roles with unknown reach of one answer, each once. */
export class UnknownReaches {
  private readonly all = new Map<string, UnknownReach>();

  add(reaches: readonly UnknownReach[]): void {
    for (const reach of reaches) this.all.set([reach.holder, reach.role, reach.scope].join('\n'), reach);
  }

  /** For the body; undefined if there are none. */
  get member() {
    if (this.all.size === 0) return undefined;
    const assignments = this.sorted.slice(0, mostListed).map(({ holder, role, scope, ...named }) => ({
      holder,
      holder_name: named.holderName,
      role,
      role_name: named.roleName,
      scope,
      scope_name: named.scopeName,
      reason: 'members_not_collected' as const,
    }));
    return { holders: this.holders, assignments };
  }

  /** For people: the number of holders, and some of them. */
  get notes(): string[] {
    if (this.all.size === 0) return [];
    const named = this.sorted
      .slice(0, mostNamed)
      .map(
        ({ holderName, roleName, scopeName }) =>
          `unknown reach: ${holderName} by ${roleName} in the unit ${scopeName} (members_not_collected)`,
      );
    const others = this.all.size - named.length;
    return [
      `beside what is known, holders of roles in administrative units may reach some users or groups of the unit, unknown: ${this.holders}`,
      ...named,
      ...(others > 0 ? [`unknown reach: ${others} more assignments`] : []),
    ];
  }

  private get holders(): number {
    return new Set([...this.all.values()].map(({ holder }) => holder)).size;
  }

  private get sorted(): UnknownReach[] {
    return [...this.all.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  }
}

function keyOf({ holderName, roleName, scope }: UnknownReach): string {
  return [holderName, roleName, scope].join('\n');
}
