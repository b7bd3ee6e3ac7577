import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { wantsCsv } from '../../http/csv/wants-csv.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { type EdgeFixesDto, edgeFixesShape, type PlanDto, planShape, planStepShape } from './plan.dto.js';
import { markdownType, planMarkdown, wantsMarkdown } from './plan-markdown.js';
import { type AskedFixes, type AskedPlan, costOfPlan, FixesQuery, PlanQuery } from './plan.query.js';
import { PlanService } from './plan.service.js';

@ApiController('graphs', 'paths')
export class PlanController {
  constructor(private readonly plans: PlanService) {}

  @Get('plan')
  @Allow('graph:read', 'seen')
  @Cost(costOfPlan)
  @Operation({
    summary: 'Plan fixes that cut accounts off from nodes',
    description:
      'Returns the cheapest changes of stated facts after which no enabled account reaches the ends, with the stages on the way and a proof that no plan is cheaper. By default the ends are the members of tier zero. Made once for each version of the graph; nothing is stored. `Accept: text/csv` returns the steps, `Accept: text/markdown` a page to send. If it needs too much memory, the answer is 503 with the code `graph.plan_too_large`.',
    answer: { ...dataOf(planShape.dto), row: planStepShape.dto },
    errors: [404],
    isOfGraph: true,
  })
  async getPlan(
    @PlanQuery() asked: AskedPlan,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: PlanDto } | { data: PlanDto['steps'] } | string> {
    const plan = versioned(response, await this.plans.plan(asked));
    if (wantsCsv(request)) return { data: plan.steps };
    if (!wantsMarkdown(request)) return { data: plan };
    response.type(markdownType);
    return planMarkdown(plan);
  }

  @Get('fixes')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the fixes that cut an edge',
    description:
      'Returns for each reason of an edge the fixes that cut it, with the keys that they have in a plan of the same question. Nothing is planned.',
    answer: dataOf(edgeFixesShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getFixes(
    @FixesQuery() asked: AskedFixes,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: EdgeFixesDto }> {
    return { data: versioned(response, await this.plans.fixesOf(asked)) };
  }
}
