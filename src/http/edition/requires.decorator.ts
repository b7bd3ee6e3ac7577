import { SetMetadata } from '@nestjs/common';
import type { Capability } from '../../base/capabilities.js';

const REQUIRES = 'graphward:requires';

/** Marks a controller as part of a capability: without it, its routes answer as paths that do not exist. */
export function Requires(capability: Capability): ClassDecorator {
  return SetMetadata(REQUIRES, capability);
}

/** The capability that a controller class needs, if any. */
export function requiredCapability(controller: Function): Capability | undefined {
  const capability: Capability | undefined = Reflect.getMetadata(REQUIRES, controller);
  return capability;
}
