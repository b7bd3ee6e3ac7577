/** Size of the cloud tenant at its first run; later runs add to it. */
export interface CloudSizes {
  readonly runs: number;
  readonly users: number;
  readonly groups: number;
  readonly apps: number;
  readonly devices: number;
  readonly subscriptions: number;
  readonly resourceGroups: number;
  readonly vms: number;
  readonly keyVaults: number;
}

/** How large an estate is. The well-known accounts and groups of a domain come on top of `users` and `groups`. */
export interface EstateSizes {
  /** Persons, administrative accounts and service accounts together. */
  readonly users: number;
  readonly computers: number;
  readonly groups: number;
  /** How many of the groups contain each other in levels, see `NestedGroups`. */
  readonly nestedGroups: number;
  /** Whether an object has two access control entries of its own instead of about ten. */
  readonly hasFewAces: boolean;
  /** At least three and at most as many as `places.ts` names; the latter also for `sites`. */
  readonly departments: number;
  readonly sites: number;
  readonly repositories: number;
  readonly cloud: CloudSizes;
}

export const ESTATE_PRESETS = {
  /** For unit tests: everything exists, little of it. */
  small: {
    users: 120,
    computers: 60,
    groups: 60,
    nestedGroups: 0,
    hasFewAces: false,
    departments: 3,
    sites: 2,
    repositories: 8,
    cloud: {
      runs: 3,
      users: 40,
      groups: 12,
      apps: 6,
      devices: 20,
      subscriptions: 2,
      resourceGroups: 4,
      vms: 5,
      keyVaults: 3,
    },
  },
  /** What `npm run demo` shows. */
  demo: {
    users: 2_000,
    computers: 800,
    groups: 370,
    nestedGroups: 0,
    hasFewAces: false,
    departments: 12,
    sites: 5,
    repositories: 40,
    cloud: {
      runs: 8,
      users: 600,
      groups: 80,
      apps: 40,
      devices: 240,
      subscriptions: 4,
      resourceGroups: 16,
      vms: 24,
      keyVaults: 10,
    },
  },
  '10k': benchmarkSizes(10_000),
  '100k': benchmarkSizes(100_000),
  '1m': benchmarkSizes(1_000_000),
} as const satisfies Record<string, EstateSizes>;

/**
 * Sizes of an estate for benchmarks: for each user 1.7 objects of the directory, 3.1 nodes and 25 edges of the graph.
 * @param users at least 3,200
 */
export function benchmarkSizes(users: number): EstateSizes {
  return {
    users,
    computers: Math.floor(users / 2),
    groups: Math.floor(users / 5),
    nestedGroups: Math.floor(users * 0.08),
    hasFewAces: true,
    departments: 12,
    sites: 8,
    repositories: Math.ceil(users / 50),
    cloud: {
      runs: 2,
      users: Math.floor(users * 0.6),
      groups: Math.floor(users * 0.08),
      apps: Math.floor(users * 0.02),
      devices: Math.floor(users * 0.3),
      subscriptions: Math.ceil(users / 2_500),
      resourceGroups: Math.ceil(users / 125),
      vms: Math.floor(users * 0.06),
      keyVaults: Math.ceil(users / 125),
    },
  };
}
