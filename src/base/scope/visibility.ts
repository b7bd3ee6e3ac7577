import { createHash } from 'node:crypto';

/** Of all answers to callers who see a part of the graph. */
export const limitedNote =
  'the account sees a part of the graph: objects of other environments are neither listed nor counted';

/** The environments that a limited account sees: domains, tenants, and environments of extensions. */
export class Visibility {
  /** Object ids, ascending. */
  readonly environments: readonly string[];
  /** The same for accounts that see the same. For caches and names of answers. */
  readonly key: string;

  /** @param none whether the account sees nodes without an environment */
  constructor(
    environments: readonly string[],
    readonly none: boolean,
  ) {
    this.environments = [...new Set(environments)].toSorted();
    this.key = JSON.stringify([this.none, ...this.environments]);
  }

  /** The key as letters, digits, `-` and `_`. Names the set in the database. */
  get digest(): string {
    return createHash('sha256').update(this.key).digest('base64url').slice(0, 22);
  }

  /** @param environment null: the node has none */
  sees(environment: string | null): boolean {
    return environment === null ? this.none : this.environments.includes(environment);
  }
}
