import { firstForeignKind, Kind } from '../kinds/kind-catalogue.js';

/** SQL: whether a row of `node` is an environment of an extension. An index has these kinds. */
export function isExtensionEnvironment(node: string): string {
  return `(${node}.kind >= ${firstForeignKind} AND ${node}.kind = ANY (ARRAY(SELECT id FROM kind WHERE is_environment)))`;
}

/** SQL: whether a row of `node` is a domain, a tenant, or an environment of an extension. */
export function isEnvironment(node: string): string {
  return `(${node}.kind IN (${Kind.Domain}, ${Kind.AZTenant}) OR ${isExtensionEnvironment(node)})`;
}

/** SQL: whether the data of an environment of an extension were collected; it need not say so. */
export function isCollected(node: string): string {
  return `coalesce(${node}.props -> 'collected' = 'true', ${node}.described)`;
}
