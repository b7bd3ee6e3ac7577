/** Parts of the product that depend on the edition. Code checks capabilities and never the edition. */
// `enterprise-operations`: under COMPAT, answers 501 to operations that the reference product has in its enterprise edition alone.
const byEdition = {
  community: [],
  enterprise: ['clients', 'events', 'jobs', 'findings', 'enterprise-operations'],
} as const;

export type Capability = (typeof byEdition)['enterprise'][number];

/** The capabilities of this deployment. Modules and background work of a capability check it before they begin. */
export class Capabilities {
  private readonly held: ReadonlySet<Capability>;

  constructor(edition: keyof typeof byEdition) {
    this.held = new Set(byEdition[edition]);
  }

  names(): Capability[] {
    return [...this.held];
  }

  has(capability: Capability): boolean {
    return this.held.has(capability);
  }
}
