import { addToGroup } from '../../../base/values/group-by.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import { authoritiesOf, isHosted, publishedBy } from '../certificates/authorities.js';
import { enrollsAtAuthority, enrollsInTemplate } from '../certificates/escalations.js';
import { givesLogon } from '../certificates/template-conditions.js';
import { victimsOf } from '../certificates/victims.js';
import { all, isFalse, isTrue } from '../nodes/conditions.js';
import { NodeBits } from '../../facts/node-bits.js';
import { holds, type Rule, type RuleInput } from '../rule.js';

export const hasVulnerableEndpoint = isTrue('hasvulnerableendpoint');

/** Services of domain controllers that a relayed computer can log on to. */
export const ldapTargets = [
  { kind: Kind.CoerceAndRelayNTLMToLDAP, controller: all(isTrue('ldapavailable'), isFalse('ldapsigning')) },
  { kind: Kind.CoerceAndRelayNTLMToLDAPS, controller: all(isTrue('ldapsavailable'), isFalse('ldapsepa')) },
] as const;

/** Everybody in a domain can coerce a computer to authenticate, and relay that to a service which does not demand signatures. */
export const relays: Rule = {
  kinds: [Kind.CoerceAndRelayNTLMToSMB, ...ldapTargets.map(({ kind }) => kind), Kind.CoerceAndRelayNTLMToADCS],
  derive: (input) => {
    const relay = new Relays(input);
    relay.toSmb();
    relay.toLdap();
    relay.toAuthorities();
  },
};

class Relays {
  /** Authenticated Users by environment. */
  private readonly authenticatedUsers = new Map<number, number>();
  /** Computers whose authentication can be relayed. */
  private readonly coercible: NodeBits;
  /** Those for which that is not known. */
  private readonly uncertain: NodeBits;

  constructor(private readonly input: RuleInput) {
    const { graph, facts } = input;
    for (const group of facts.ofKind(Kind.Group))
      if (facts.has(group, Trait.IsAuthenticatedUsers)) this.authenticatedUsers.set(graph.environmentOf(group), group);
    const isProtected = this.protectedUsers();
    const computers = facts
      .ofKind(Kind.Computer)
      .filter((computer) => graph.environmentOf(computer) >= 0 && !isProtected.has(computer));
    const having = (trait: number) =>
      NodeBits.of(
        graph.size,
        computers.filter((computer) => facts.has(computer, trait)),
      );
    this.coercible = having(Trait.SendsNtlm);
    this.uncertain = having(Trait.LacksNtlmRestriction);
  }

  /** To a computer that another computer administers. */
  toSmb(): void {
    const { graph, facts, skip } = this.input;
    const kind = Kind.CoerceAndRelayNTLMToSMB;
    const [coercible, uncertain] = [this.membersIn(this.coercible), this.membersIn(this.uncertain)];
    for (const computer of facts.ofKind(Kind.Computer)) {
      const accepts = facts.has(computer, Trait.AcceptsUnsignedSmb);
      if (!accepts && !facts.has(computer, Trait.LacksSmbSigning)) continue;
      const administrators: number[] = [];
      graph.sources(computer, Kind.AdminTo, (administrator) => administrators.push(administrator));
      const firstOf = (members: ReadonlyMap<number, readonly number[]>) =>
        administrators.flatMap((it) => members.get(it) ?? []).find((other) => other !== computer);
      const isCoerced = firstOf(coercible) !== undefined;
      if (isCoerced && accepts) this.emit(kind, computer, graph.environmentOf(computer));
      const other = isCoerced ? undefined : firstOf(uncertain);
      if (!accepts && (isCoerced || other !== undefined)) skip(kind, 'smbsigning', computer);
      if (other !== undefined) skip(kind, 'restrictoutboundntlm', other);
    }
  }

  /** From a computer whose WebClient authenticates over HTTP, to another that is a controller of its domain. */
  toLdap(): void {
    const { graph, facts, skip } = this.input;
    for (const { kind, controller: condition } of ldapTargets)
      for (const { id, environment } of facts.environments) {
        const open: number[] = [];
        graph.sources(id, Kind.DCFor, (controller) => {
          if (holds(this.input, kind, condition, controller)) open.push(controller);
        });
        for (const computer of facts.inEnvironment(environment, Kind.Computer)) {
          if (!open.some((controller) => controller !== computer)) continue;
          const [runs, lacksRuns] = [Trait.RunsWebClient, Trait.LacksWebClient].map((it) => facts.has(computer, it));
          const lacksRestriction = this.uncertain.has(computer);
          if (runs && this.coercible.has(computer)) this.emit(kind, computer, environment);
          else if (runs && lacksRestriction) skip(kind, 'restrictoutboundntlm', computer);
          else if (lacksRuns && (lacksRestriction || this.coercible.has(computer)))
            skip(kind, 'webclientrunning', computer);
        }
      }
  }

  /** From a computer that can enroll in a template, to the web page of the authority. */
  toAuthorities(): void {
    const { input, coercible, uncertain } = this;
    const { graph, principals, skip } = input;
    const kind = Kind.CoerceAndRelayNTLMToADCS;
    for (const authority of authoritiesOf(input)) {
      const { node, domains } = authority;
      if (!isHosted(input, kind, authority) || !holds(input, kind, hasVulnerableEndpoint, node)) continue;
      for (const template of publishedBy(graph, node)) {
        if (!holds(input, kind, givesLogon, template)) continue;
        const rights = [
          principals.holders(enrollsInTemplate.kinds, template),
          principals.holders(enrollsAtAuthority.kinds, node),
        ];
        const victims = victimsOf(principals, rights);
        for (const computer of victims.and(uncertain)) skip(kind, 'restrictoutboundntlm', computer);
        for (const computer of victims.and(coercible))
          for (const domain of domains) this.emit(kind, computer, graph.environmentOf(domain));
      }
    }
  }

  private emit(kind: number, computer: number, environment: number): void {
    const everybody = this.authenticatedUsers.get(environment);
    if (everybody !== undefined) this.input.emit(everybody, kind, computer);
  }

  /**
   * By node: itself and its members at any depth that are in a set, two at most. One of them is another computer than a given one, if there
   * is one. As {@link Principals.membersOf}, in one pass over all memberships instead of one for each administrator.
   */
  private membersIn(set: NodeBits): ReadonlyMap<number, readonly number[]> {
    const { graph, facts, principals } = this.input;
    const found = new Map<number, number[]>();
    if (!NodeBits.haveCommon([set])) return found;
    const groupsOf = new Map<number, number[]>();
    const isOpen = (node: number) => principals.isGroup(node) && !facts.has(node, Trait.LocalAdministrators);
    const changed: number[] = [];
    const add = (node: number, computer: number) => {
      const its = found.get(node) ?? [];
      if (its.length === 2 || its.includes(computer)) return;
      found.set(node, [...its, computer]);
      changed.push(node);
    };
    for (let node = 0; node < graph.size; node++) {
      if (set.has(node)) add(node, node);
      if (!isOpen(node)) continue;
      for (const kind of [Kind.MemberOf, Kind.MemberOfLocalGroup])
        graph.sources(node, kind, (member) => {
          if (set.has(member)) add(node, member);
          else if (graph.kindOf(member) !== Kind.User && isOpen(member)) addToGroup(groupsOf, member, node);
        });
    }
    for (let node = changed.pop(); node !== undefined; node = changed.pop())
      for (const group of groupsOf.get(node) ?? []) for (const computer of found.get(node) ?? []) add(group, computer);
    return found;
  }

  private protectedUsers(): NodeBits {
    const { facts, principals } = this.input;
    const members = principals.none();
    for (const group of facts.ofKind(Kind.Group))
      if (facts.has(group, Trait.ProtectsMembers)) members.addAll(principals.membersOf(group));
    return members;
  }
}
