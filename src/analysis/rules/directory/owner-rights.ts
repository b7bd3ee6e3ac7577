import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import { addMembers, type Rule } from '../rule.js';

/**
 * Control by ownership, present or future. A domain can take the implicit rights of the owners of computers and managed service
 * accounts away, except from Domain Admins and Enterprise Admins who own them.
 */
export const ownerRights: Rule = {
  kinds: [Kind.Owns, Kind.WriteOwner],
  startsFrom: [Kind.OwnsRaw, Kind.WriteOwnerRaw],
  derive: ({ graph, facts, emit }) => {
    const limiting = new Set(
      facts.environments.filter(({ id }) => facts.has(id, Trait.LimitsOwners)).map(({ environment }) => environment),
    );
    const admins = new Set<number>();
    if (limiting.size > 0) {
      for (const group of facts.ofKind(Kind.Group)) if (facts.has(group, Trait.IsDomainAdmins)) admins.add(group);
      addMembers(graph, admins, [Kind.MemberOf]);
    }
    const isLimited = (target: number) =>
      facts.has(target, Trait.MayLimitOwners) && limiting.has(graph.environmentOf(target));
    facts.stated.edges((source, kind, target) => {
      if (kind === Kind.OwnsRaw && (!isLimited(target) || admins.has(source))) emit(source, Kind.Owns, target);
      if (kind === Kind.WriteOwnerRaw && !isLimited(target)) emit(source, Kind.WriteOwner, target);
    });
  },
};
