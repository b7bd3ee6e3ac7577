import type { Fault } from '../../base/errors.js';
import type { EnvironmentLookup } from '../../graph/answers/environment-lookup.js';
import { unknownName } from '../../http/input/unknown-name.js';

/** The object ids of the domains or tenants that the parameter `environment` means. If there are none, it adds a fault. */
export async function findEnvironments(
  environments: EnvironmentLookup,
  given: string,
  faults: Fault[],
): Promise<readonly string[]> {
  const found = await environments.find(given);
  if (found.length === 0) {
    const names = (await environments.named()).map(({ name }) => name);
    faults.push(unknownName('environment', 'environment', given, names));
  }
  return found;
}
