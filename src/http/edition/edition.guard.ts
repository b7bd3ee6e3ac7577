import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import { Capabilities } from '../../base/capabilities.js';
import { requiredCapability } from './requires.decorator.js';

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
