import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { MetricsController } from '../metrics/metrics.controller.js';
import { HealthController } from './health.controller.js';

const ofEveryRole: ReadonlySet<Function> = new Set([HealthController, MetricsController]);

/** A process that only runs tasks answers whoever watches it; any other path is to it as one that does not exist. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.settings.role !== 'worker' || ofEveryRole.has(context.getClass())) return true;
    throw new NotFoundException();
  }
}
