import { Cache } from '../../../base/values/cache.js';
import { Trait } from '../../facts/graph-facts.js';
import { Forests } from '../nodes/forests.js';
import type { PrincipalSet } from '../nodes/principals.js';
import { holds, type Rule, type RuleInput } from '../rule.js';
import { type Authority, authoritiesOf, isHosted, linkedGroups, publishedBy } from './authorities.js';
import { type Escalation, escalations } from './escalations.js';
import { isMappedBy } from './mappings.js';
import { excludesUsers } from './template-conditions.js';
import { attackersOf, victimKinds, victimsOf } from './victims.js';

/** The edges of {@link escalations}. */
export const certificateEscalations: Rule = {
  kinds: [...new Set(escalations.map(({ kind }) => kind))],
  derive: (input) => {
    const search = new Escalations(input);
    for (const authority of authoritiesOf(input)) {
      const templates = publishedBy(input.graph, authority.node);
      for (const escalation of escalations) {
        if (!isHosted(input, escalation.kind, authority)) continue;
        if (escalation.authority && !holds(input, escalation.kind, escalation.authority, authority.node)) continue;
        for (const template of templates)
          if (holds(input, escalation.kind, escalation.template, template))
            search.derive(escalation, authority, template);
      }
    }
  },
};

const rememberedBytes = 128 * 1024 ** 2;

class Escalations {
  private readonly forests: Forests;
  private readonly groups: ReadonlyMap<number, readonly number[]>;
  /** Results by what they depend on: authorities and templates often have the same holders. */
  private readonly starts = new Cache<string, readonly number[]>(rememberedBytes, ({ length }) => 8 * length);
  private readonly emitted = new Set<string>();

  constructor(private readonly input: RuleInput) {
    this.forests = new Forests(input.graph, input.facts);
    this.groups = linkedGroups(input);
  }

  derive(escalation: Escalation, authority: Authority, template: number): void {
    const { principals, facts } = this.input;
    const sets = escalation.rights.map(({ on, kinds }) =>
      principals.holders(kinds, on === 'template' ? template : authority.node),
    );
    const withoutUsers = escalation.mindsDns === true && excludesUsers(facts.propertiesOf(template));
    const key = [escalation.victims, withoutUsers, ...sets.map((set) => set.key)].join('|');
    let starts = this.starts.get(key);
    if (!starts) this.starts.set(key, (starts = this.startsOf(escalation, sets, withoutUsers)));
    let enrolling: readonly number[] | undefined;
    for (const end of this.endsOf(escalation, authority, template)) {
      const known = [escalation.kind, end, this.forests.domain(authority.node), key].join(' ');
      if (this.emitted.has(known)) continue;
      enrolling ??= starts.filter((start) => this.forests.mayEnroll(start, authority.node));
      if (enrolling.length === 0) return;
      this.emitted.add(known);
      for (const start of enrolling) this.input.emit(start, escalation.kind, end);
    }
  }

  private startsOf({ victims }: Escalation, sets: readonly PrincipalSet[], withoutUsers: boolean): readonly number[] {
    const { graph, facts, principals } = this.input;
    const isAllowed = (node: number) => !withoutUsers || !facts.has(node, Trait.IsOrdinaryUser);
    if (!victims) return principals.inAll(sets).filter(isAllowed);
    const isVictim = (node: number) => victimKinds[victims].includes(graph.kindOf(node)) && isAllowed(node);
    return [...attackersOf(graph, [...victimsOf(principals, sets)].filter(isVictim))];
  }

  private endsOf({ endsAtLinkedGroup, mapping }: Escalation, authority: Authority, template: number): number[] {
    const { forests, input } = this;
    if (!endsAtLinkedGroup)
      return authority.domains.filter((domain) => !mapping || isMappedBy(input, forests, mapping, domain));
    const groups = this.groups.get(template) ?? [];
    return groups.filter((group) => authority.domains.some((domain) => forests.areTogether(group, domain)));
  }
}
