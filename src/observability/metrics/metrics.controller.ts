import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { AllowOrLoopback } from '../../auth/allow.decorator.js';
import { Unlimited } from '../../http/limits/rate-limit.guards.js';
import { UsesPrimary } from '../../http/replicas/replica.guard.js';
import { Metrics } from './metrics.js';

/** Metrics for Prometheus. Callers on the same machine need no credentials. */
@ApiExcludeController()
@Controller('metrics')
@Unlimited('all')
@UsesPrimary(true)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @AllowOrLoopback('metrics:read')
  async read(@Res() response: Response): Promise<void> {
    const text = await this.metrics.text();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(text);
  }
}
