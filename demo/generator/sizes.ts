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
  /** For benchmarks of ingest and of rights. */
  large: {
    users: 100_000,
    computers: 50_000,
    groups: 20_000,
    departments: 12,
    sites: 8,
    repositories: 2_000,
    cloud: {
      runs: 2,
      users: 60_000,
      groups: 8_000,
      apps: 2_000,
      devices: 30_000,
      subscriptions: 40,
      resourceGroups: 800,
      vms: 6_000,
      keyVaults: 800,
    },
  },
} as const satisfies Record<string, EstateSizes>;
