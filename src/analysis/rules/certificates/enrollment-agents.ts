import { addToGroup } from '../../../base/values/group-by.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import { type Condition, isTrue } from '../nodes/conditions.js';
import { Forests } from '../nodes/forests.js';
import { holds, type Rule, type RuleInput } from '../rule.js';
import { type Authority, authoritiesOf, isHosted, publishedBy } from './authorities.js';
import { enrollsAtAuthority, enrollsInTemplate } from './escalations.js';
import { agentTemplates, endsAgents, excludesUsers, startsAgents } from './template-conditions.js';

export const knowsRestrictions = isTrue('enrollmentagentrestrictionscollected');
export const restrictsAgents = isTrue('hasenrollmentagentrestrictions');

/** Templates that let their holders enroll on behalf of others, and the principals that get a certificate for a domain in this way. */
export const enrollmentAgents: Rule = {
  kinds: [Kind.EnrollOnBehalfOf, Kind.ADCSESC3],
  derive: (input) => {
    const { graph, facts, emit } = input;
    const accepted = new Map<number, Authority[]>();
    for (const authority of authoritiesOf(input))
      for (const template of publishedBy(graph, authority.node)) addToGroup(accepted, template, authority);
    const publishers = new Map<number, number[]>();
    for (const authority of facts.ofKind(Kind.EnterpriseCA))
      for (const template of publishedBy(graph, authority)) addToGroup(publishers, template, authority);

    const agents = new Agents(input);
    const passing = (kind: number, condition: Condition) =>
      new Set([...accepted.keys()].filter((template) => holds(input, kind, condition, template)));
    const [starting, ending] = [passing(Kind.ADCSESC3, startsAgents), passing(Kind.ADCSESC3, endsAgents)];
    const enroll = (agent: number, domains: ReadonlySet<number>, target: number) => {
      const authorities = accepted.get(target) ?? [];
      if (!authorities.some((authority) => authority.domains.some((domain) => domains.has(domain)))) return;
      emit(agent, Kind.EnrollOnBehalfOf, target);
      if (starting.has(agent) && ending.has(target))
        agents.derive(agent, publishers.get(agent) ?? [], target, authorities);
    };
    for (const { agent: isAgent, target: isTarget, maySignItself } of agentTemplates) {
      const targets = passing(Kind.EnrollOnBehalfOf, isTarget);
      for (const agent of passing(Kind.EnrollOnBehalfOf, isAgent)) {
        const domains = new Set((accepted.get(agent) ?? []).flatMap((authority) => authority.domains));
        for (const target of targets) if (maySignItself || target !== agent) enroll(agent, domains, target);
      }
    }
  },
};

class Agents {
  private readonly forests: Forests;

  constructor(private readonly input: RuleInput) {
    this.forests = new Forests(input.graph, input.facts);
  }

  /**
   * @param firstAuthorities those that publish the template of agents
   * @param authorities those that publish the target, and that domains accept
   */
  derive(agent: number, firstAuthorities: readonly number[], target: number, authorities: readonly Authority[]): void {
    const { input } = this;
    const { facts, principals, emit } = input;
    const enrolls = (node: number) => principals.holders(enrollsInTemplate.kinds, node);
    const enrollsAt = (node: number) => principals.holders(enrollsAtAuthority.kinds, node);
    if (!principals.meet([enrolls(agent), enrolls(target)])) return;
    const withoutUsers = excludesUsers(facts.propertiesOf(agent));
    const distinctFirst = new Map(firstAuthorities.map((node) => [enrollsAt(node).key, enrollsAt(node)]));
    for (const authority of authorities) {
      const { node, domains } = authority;
      if (!isHosted(input, Kind.ADCSESC3, authority) || !holds(input, Kind.ADCSESC3, knowsRestrictions, node)) continue;
      const isRestricted = restrictsAgents(facts.propertiesOf(node)) === true;
      const delegated = isRestricted ? [principals.holders([Kind.DelegatedEnrollmentAgent], target)] : [];
      if (!principals.meet([enrolls(agent), enrolls(target), enrollsAt(node), ...delegated])) continue;
      const starts = [...distinctFirst.values()].flatMap((first) =>
        principals.inAll([enrolls(agent), enrolls(target), first, enrollsAt(node), ...delegated]),
      );
      for (const start of new Set(starts))
        if (this.mayEnroll(start, node, withoutUsers)) for (const domain of domains) emit(start, Kind.ADCSESC3, domain);
    }
  }

  private mayEnroll(start: number, authority: number, withoutUsers: boolean): boolean {
    if (withoutUsers && this.input.facts.has(start, Trait.IsOrdinaryUser)) return false;
    return this.forests.mayEnroll(start, authority);
  }
}
