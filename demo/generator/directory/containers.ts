import type { EstatePlan } from '../plan.js';

export interface Container {
  /** Common names from the top, upper case: `SYSTEM/POLICIES`. */
  readonly path: string;
  readonly id: string;
  readonly name: string;
  readonly distinguishedName: string;
  /** Path of the container above; none for those directly under the domain. */
  readonly parent?: string;
}

const PKI = 'CONFIGURATION/SERVICES/PUBLIC KEY SERVICES';

/** Paths of the containers that other parts refer to, by purpose. */
export const CONTAINERS = {
  users: 'USERS',
  computers: 'COMPUTERS',
  policies: 'SYSTEM/POLICIES',
  adminSdHolder: 'SYSTEM/ADMINSDHOLDER',
  issuers: `${PKI}/AIA`,
  roots: `${PKI}/CERTIFICATION AUTHORITIES`,
  authorities: `${PKI}/ENROLLMENT SERVICES`,
  templates: `${PKI}/CERTIFICATE TEMPLATES`,
  identifiers: `${PKI}/OID`,
  publicKeyServices: PKI,
} as const;

const PATHS = [
  CONTAINERS.users,
  CONTAINERS.computers,
  'MANAGED SERVICE ACCOUNTS',
  'PROGRAM DATA',
  'SYSTEM',
  CONTAINERS.policies,
  CONTAINERS.adminSdHolder,
  'CONFIGURATION',
  'CONFIGURATION/SERVICES',
  PKI,
  CONTAINERS.issuers,
  CONTAINERS.roots,
  CONTAINERS.authorities,
  CONTAINERS.templates,
  CONTAINERS.identifiers,
];

/** The containers that exist in every directory. */
export class Containers {
  private readonly containers: ReadonlyMap<string, Container>;

  constructor(plan: EstatePlan) {
    this.containers = new Map(PATHS.map((path) => [path, containerAt(plan, path)]));
  }

  all(): Iterable<Container> {
    return this.containers.values();
  }

  /** @throws RangeError if there is no such container */
  get(path: string): Container {
    const container = this.containers.get(path);
    if (container === undefined) throw new RangeError(`there is no container ${path}`);
    return container;
  }
}

function containerAt(plan: EstatePlan, path: string): Container {
  const names = path.split('/');
  const parent = names.slice(0, -1).join('/');
  const commonNames = names.toReversed().map((name) => `CN=${name}`);
  return {
    path,
    id: plan.guid('container', path),
    name: names.at(-1) ?? path,
    distinguishedName: [...commonNames, plan.domain.distinguishedName].join(','),
    ...(parent === '' ? {} : { parent }),
  };
}
