import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { HealthController } from './health/health.controller.js';

const inEveryRole: ReadonlySet<Function> = new Set([HealthController, MetricsController]);

/** Limits a process with ROLE=worker to health checks and metrics. Every other path returns 404. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.settings.role !== 'worker' || inEveryRole.has(context.getClass())) return true;
    throw new NotFoundException();
  }
}
