/** Parts of the product that an edition has or has not. Code asks for these and never for the edition. */
const capabilityNames = ['clients', 'events', 'jobs'] as const;
export type Capability = (typeof capabilityNames)[number];

const byEdition: Readonly<Record<'community' | 'enterprise', readonly Capability[]>> = {
  community: [],
  enterprise: ['clients', 'events', 'jobs'],
};

/** The capabilities of this deployment, read once at start. Background work of a part asks here before it begins. */
export class Capabilities {
  private readonly held: ReadonlySet<Capability>;

  constructor(edition: keyof typeof byEdition) {
    this.held = new Set(byEdition[edition]);
  }

  has(capability: Capability): boolean {
    return this.held.has(capability);
  }
}
