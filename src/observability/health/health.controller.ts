import { Controller, Get, HttpCode, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../auth/allow.decorator.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { Unlimited } from '../../http/limits/rate-limit.guards.js';
import { UsesPrimary } from '../../http/replicas/replica.guard.js';
import { type Purpose, purposes, Readiness, type ReadinessReport } from './readiness.js';

/** Health checks for load balancers and supervisors. `live`: the process answers. `ready`: the process can serve requests. */
@ApiExcludeController()
@Controller('health')
@Unlimited('all')
@UsesPrimary(true)
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @HttpCode(200)
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  /** Returns 503 during start-up and shutdown, and if the database does not answer or, unless for reads, does not accept writes. */
  @Get('ready')
  @Public()
  async ready(
    @QueryChoice('for', purposes, 'writes', 'What the caller needs.') purpose: Purpose,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReadinessReport> {
    const report = await this.readiness.report(purpose);
    response.status(report.status === 'up' ? 200 : 503);
    return report;
  }
}
