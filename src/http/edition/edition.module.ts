import { type CanActivate, type ExecutionContext, Global, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Capabilities, type Capability } from '../../base/catalogue/capabilities.js';
import { Settings } from '../../base/config/settings.js';
import { routeFact } from '../input/route-fact.js';

/** Marks a controller as part of a capability. Without the capability, its routes answer as unknown paths. */
export const Requires = Reflector.createDecorator<Capability>();

const reflector = new Reflector();

/** The capability of a controller class, if it has one. */
export function requiredCapability(controller: Function): Capability | undefined {
  return reflector.get<Capability | undefined>(Requires, controller);
}

const capabilityOf = routeFact(Requires);

/**
 * Refuses the routes of a capability that the edition lacks. It throws the same error as Nest's router for an unknown path, before
 * credentials are read, so that no caller can distinguish the two.
 */
@Injectable()
export class EditionGuard implements CanActivate {
  constructor(private readonly capabilities: Capabilities) {}

  canActivate(context: ExecutionContext): boolean {
    const capability = capabilityOf(context);
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
