import type { CollectorObject } from './estate-files.fixture.js';

interface Principal {
  readonly ObjectIdentifier: string;
}

interface LocalGroup extends Principal {
  readonly Results: readonly Principal[];
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** Computes admin rights from SharpHound files in the simplest way, to compare the product with. */
export class AdminRightsReference {
  private readonly groupsOf = new Map<string, string[]>();
  private readonly computersOf = new Map<string, string[]>();

  constructor(files: ReadonlyMap<string, readonly CollectorObject[]>) {
    for (const group of files.get('groups') ?? []) {
      for (const member of group['Members'] as Principal[])
        add(this.groupsOf, member.ObjectIdentifier, group.ObjectIdentifier);
    }
    for (const object of [...(files.get('users') ?? []), ...(files.get('computers') ?? [])]) {
      add(this.groupsOf, object.ObjectIdentifier, object['PrimaryGroupSID'] as string);
    }
    for (const computer of files.get('computers') ?? []) {
      for (const { ObjectIdentifier, Results } of computer['LocalGroups'] as LocalGroup[]) {
        if (!ObjectIdentifier.endsWith('-544')) continue;
        for (const member of Results) add(this.computersOf, member.ObjectIdentifier, computer.ObjectIdentifier);
      }
    }
  }

  /** Object ids of the computers that a principal administers, ascending. */
  of(principal: string): readonly string[] {
    const reached = new Set([principal]);
    for (const holder of reached) for (const group of this.groupsOf.get(holder) ?? []) reached.add(group);
    return [...new Set([...reached].flatMap((holder) => this.computersOf.get(holder) ?? []))].toSorted();
  }

  /** Number of steps from a principal to a group over memberships; undefined if it is not a member. */
  distance(principal: string, group: string): number | undefined {
    const steps = new Map([[principal, 0]]);
    for (const [holder, step] of steps) {
      for (const next of this.groupsOf.get(holder) ?? []) if (!steps.has(next)) steps.set(next, step + 1);
    }
    return steps.get(group);
  }
}
