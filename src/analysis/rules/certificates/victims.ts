import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { RuleGraph } from '../../facts/graph-facts.js';
import { NodeBits } from '../../facts/node-bits.js';
import type { PrincipalSet, Principals } from '../nodes/principals.js';

/** Rights on an account that let their holder change its name and get a certificate as the account. */
export const attackingKinds = [Kind.GenericAll, Kind.GenericWrite, Kind.Owns, Kind.WriteOwner, Kind.WriteDacl] as const;

const attackerKinds: readonly number[] = [Kind.User, Kind.Group, Kind.Computer];

export const victimKinds: Readonly<Record<'accounts' | 'computers', readonly number[]>> = {
  accounts: [Kind.User, Kind.Computer],
  computers: [Kind.Computer],
};

/** The principals that have all rights, each by itself or by membership. A right of everybody excludes nobody. */
export function victimsOf(principals: Principals, sets: readonly PrincipalSet[]): NodeBits {
  const [first, ...others] = sets.filter(({ hasEverybody }) => !hasEverybody);
  if (first) return others.reduce((all, set) => all.and(set.all), first.all);
  return sets.reduce((all, set) => all.addAll(set.all), principals.none());
}

/** The users, groups and computers that control one of the accounts directly. */
export function attackersOf(graph: RuleGraph, victims: Iterable<number>): Set<number> {
  const attackers = new Set<number>();
  const add = (attacker: number) => {
    if (attackerKinds.some((kind) => graph.hasKind(attacker, kind))) attackers.add(attacker);
  };
  for (const victim of victims) for (const kind of attackingKinds) graph.sources(victim, kind, add);
  return attackers;
}
