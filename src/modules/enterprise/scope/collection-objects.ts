import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../../base/errors.js';
import { GraphEntities } from '../../../graph/graph-entities.js';
import type { GraphEntity } from '../../../graph/graph-reader.js';
import type { CollectionScope } from './collection-scope.js';

const domainKinds = ['Domain', 'AZTenant'] as const;

/** The objects of the graph that are collected from. */
@Injectable()
export class CollectionObjects {
  constructor(private readonly graph: GraphEntities) {}

  /**
   * The scope with the object ids of what it names: organisational units by object id or distinguished name, domains by object id.
   * @throws InvalidInputError that names every object that the graph does not know as what it is to be
   */
  async resolve<T extends CollectionScope>(scope: T): Promise<T> {
    const { ous, domains } = scope;
    if (ous.length + domains.length === 0) return scope;
    const entities = await this.graph.findEntities([...ous, ...domains]);
    const byId = new Map(entities.map((entity) => [entity.objectid, entity]));
    const names = ous.filter((it) => !byId.has(it.toUpperCase()));
    const byName = names.length > 0 ? await this.graph.findByDistinguishedName('OU', names) : new Map<string, string>();
    const faults: Fault[] = [];
    const ouIds = ous.map((ou, index) => {
      const found = byName.get(ou.toUpperCase());
      if (found !== undefined) return found;
      const wrong = wrongKind(byId.get(ou.toUpperCase()), ['OU']);
      if (wrong)
        faults.push({
          code: 'reference.not_found',
          context: `body.ous.${index}`,
          message: `${ou} ${wrong}; ${ouHint}`,
        });
      return ou.toUpperCase();
    });
    const domainIds = domains.map((domain, index) => {
      const wrong = wrongKind(byId.get(domain.toUpperCase()), domainKinds);
      if (wrong)
        faults.push({
          code: 'reference.not_found',
          context: `body.domains.${index}`,
          message: `${domain} ${wrong}; ${domainHint}`,
        });
      return domain.toUpperCase();
    });
    if (faults.length > 0) throw new InvalidInputError(faults);
    return { ...scope, ous: [...new Set(ouIds)], domains: domainIds };
  }
}

const ouHint = 'takes object ids or distinguished names of organisational units of the graph';
const domainHint = 'takes object ids of domains or tenants of the graph';

function wrongKind(entity: GraphEntity | undefined, kinds: readonly string[]): string | undefined {
  if (!entity) return 'is not in the graph';
  return entity.kinds.some((kind) => kinds.includes(kind)) ? undefined : `is of the kind ${entity.label}`;
}
