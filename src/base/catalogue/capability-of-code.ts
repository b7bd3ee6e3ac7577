import type { Capability } from './capabilities.js';

/** Areas of codes that occur only with a capability. The area is the part of a code before the dot. */
const capabilities: Readonly<Record<string, Capability>> = { job: 'jobs', schedule: 'events' };

/** The capability that an error code belongs to, if any. */
export function capabilityOf(code: string): Capability | undefined {
  return capabilities[code.split('.', 1)[0] ?? ''];
}
