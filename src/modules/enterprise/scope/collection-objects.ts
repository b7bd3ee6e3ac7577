import { Injectable } from '@nestjs/common';
import { fault, type Fault, InvalidInputError } from '../../../base/errors.js';
import { ambiguityOf } from '../../../graph/store/nodes-of-ids.js';
import { NodeLookup } from '../../../graph/lookups/node-lookup.js';
import type { CollectionScope } from './collection-scope.dto.js';

const domainKinds = ['Domain', 'AZTenant'] as const;
const ouHint = 'takes object ids or distinguished names of organisational units of the graph';
const domainHint = 'takes object ids of domains or tenants of the graph';

/** Resolves the objects that a scope names. */
@Injectable()
export class CollectionObjects {
  constructor(private readonly graph: NodeLookup) {}

  /**
   * Replaces names by object ids. Organisational units are named by object id or distinguished name, domains by object id.
   * @throws InvalidInputError with a fault for each object that is not in the graph, is ambiguous or is of another kind
   */
  async resolve<T extends CollectionScope>(scope: T): Promise<T> {
    const { ous, domains } = scope;
    if (ous.length + domains.length === 0) return scope;
    const byId = await this.graph.findShown([...ous, ...domains]);
    const names = ous.filter((it) => !byId.has(it));
    const byName = names.length > 0 ? await this.graph.findUnits(names) : new Map<string, string>();
    const faults: Fault[] = [];
    const check = (id: string, kinds: readonly string[], context: string, hint: string) => {
      const entities = byId.get(id) ?? [];
      const [entity] = entities;
      const message = `${id} ${entity ? `is of the kind ${entity.label}` : 'is not in the graph'}; ${hint}`;
      if (entities.length > 1) faults.push(...ambiguityOf(id, entities, context));
      else if (!entity?.kinds.some((kind) => kinds.includes(kind)))
        faults.push(fault('reference.not_found', context, message));
      return entity?.objectid ?? id;
    };
    const ouIds = ous.map((ou, at) => byName.get(ou.toUpperCase()) ?? check(ou, ['OU'], `body.ous.${at}`, ouHint));
    const domainIds = domains.map((domain, at) => check(domain, domainKinds, `body.domains.${at}`, domainHint));
    if (faults.length > 0) throw new InvalidInputError(faults);
    return { ...scope, ous: [...new Set(ouIds)], domains: domainIds };
  }
}
