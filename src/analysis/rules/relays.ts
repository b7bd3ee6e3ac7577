import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { Trait } from '../graph-facts.js';
import { authoritiesOf, isHosted, publishedBy } from './certificates/authorities.js';
import { enrollsAtAuthority, enrollsInTemplate } from './certificates/escalations.js';
import { givesLogon } from './certificates/template-conditions.js';
import { victimsOf } from './certificates/victims.js';
import { all, isFalse, isTrue } from './conditions.js';
import { NodeBits } from './node-bits.js';
import { holds, type Rule, type RuleInput } from './rule.js';

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
  private readonly known = new Map<number, readonly number[]>();

  constructor(private readonly input: RuleInput) {
    const { graph, facts } = input;
    for (const group of facts.ofKind(Kind.Group))
      if (facts.has(group, Trait.IsAuthenticatedUsers)) this.authenticatedUsers.set(graph.environmentOf(group), group);
    const isProtected = this.protectedUsers();
    this.coercible = new NodeBits(graph.size);
    for (const computer of facts.ofKind(Kind.Computer)) {
      if (graph.environmentOf(computer) >= 0 && facts.has(computer, Trait.SendsNtlm) && !isProtected.has(computer))
        this.coercible.add(computer);
    }
  }

  /** To a computer that another computer administers. */
  toSmb(): void {
    const { graph, facts, skip } = this.input;
    const kind = Kind.CoerceAndRelayNTLMToSMB;
    for (const computer of facts.ofKind(Kind.Computer)) {
      if (facts.has(computer, Trait.LacksSmbSigning)) skip(kind, 'smbsigning', computer);
      if (facts.has(computer, Trait.LacksNtlmRestriction)) skip(kind, 'restrictoutboundntlm', computer);
      if (!facts.has(computer, Trait.AcceptsUnsignedSmb)) continue;
      let isAdministered = false;
      graph.sources(computer, Kind.AdminTo, (administrator) => {
        isAdministered ||= this.firstCoercible(administrator).some((other) => other !== computer);
      });
      if (isAdministered) this.emit(kind, computer, graph.environmentOf(computer));
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
          const lacksRestriction = facts.has(computer, Trait.LacksNtlmRestriction);
          if (runs && this.coercible.has(computer)) this.emit(kind, computer, environment);
          else if (runs && lacksRestriction) skip(kind, 'restrictoutboundntlm', computer);
          else if (lacksRuns && (lacksRestriction || this.coercible.has(computer)))
            skip(kind, 'webclientrunning', computer);
        }
      }
  }

  /** From a computer that can enroll in a template, to the web page of the authority. */
  toAuthorities(): void {
    const { input, coercible } = this;
    const { graph, facts, principals, skip } = input;
    const kind = Kind.CoerceAndRelayNTLMToADCS;
    const unknown = NodeBits.of(
      graph.size,
      facts.ofKind(Kind.Computer).filter((computer) => facts.has(computer, Trait.LacksNtlmRestriction)),
    );
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
        for (const computer of victims.and(unknown)) skip(kind, 'restrictoutboundntlm', computer);
        for (const computer of victims.and(coercible))
          for (const domain of domains) this.emit(kind, computer, graph.environmentOf(domain));
      }
    }
  }

  private emit(kind: number, computer: number, environment: number): void {
    const everybody = this.authenticatedUsers.get(environment);
    if (everybody !== undefined) this.input.emit(everybody, kind, computer);
  }

  /** Two at most: one of them is another computer than a given one, if there is one. */
  private firstCoercible(administrator: number): readonly number[] {
    const { graph, principals } = this.input;
    if (graph.kindOf(administrator) === Kind.User) return [];
    const known = this.known.get(administrator);
    if (known) return known;
    const found: number[] = [];
    for (const computer of principals.membersOf(administrator).and(this.coercible)) {
      found.push(computer);
      if (found.length === 2) break;
    }
    this.known.set(administrator, found);
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
