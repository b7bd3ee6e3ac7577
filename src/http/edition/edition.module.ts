import {
  type CanActivate,
  type ExecutionContext,
  Global,
  Injectable,
  Module,
  NotFoundException,
  SetMetadata,
} from '@nestjs/common';
import { Capabilities, type Capability } from '../../base/capabilities.js';
import { Settings } from '../../base/config/settings.js';

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

/**
 * The first guard: a route that this edition does not have answers exactly as a path that does not exist, before credentials are
 * looked at. It throws what Nest's router throws for an unknown path, so that one filter words both.
 */
@Injectable()
export class EditionGuard implements CanActivate {
  constructor(private readonly capabilities: Capabilities) {}

  canActivate(context: ExecutionContext): boolean {
    const capability = requiredCapability(context.getClass());
    if (capability === undefined || this.capabilities.has(capability)) return true;
    throw new NotFoundException();
  }
}

@Global()
@Module({
  providers: [
    { provide: Capabilities, inject: [Settings], useFactory: ({ edition }: Settings) => new Capabilities(edition) },
  ],
  exports: [Capabilities],
})
export class EditionModule {}
