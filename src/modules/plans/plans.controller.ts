import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathInt, PathText } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { costOfPlan } from '../graphs/plan.service.js';
import { CreatePlanRequest, UpdatePlanStepRequest } from './plans.dto.js';
import {
  keptPlanList,
  type KeptPlanListRequest,
  keptPlanShape,
  keptStepList,
  type KeptStepListRequest,
  keptStepShape,
} from './plans.fields.js';
import { PlansService } from './plans.service.js';

const PathPlan = () => PathInt('plan_id', 'Id of the plan.');

@ApiController('plans', {
  name: 'kept plans',
  description: 'Plans of fixes that are kept: who makes which step, and what the analysis finds of it.',
})
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List kept plans', answer: pageOf(keptPlanShape.dto) })
  list(@ListQuery(keptPlanList) request: KeptPlanListRequest): Promise<JsonText> {
    return this.plans.list(request);
  }

  @Post()
  @Allow('plans:write')
  @Cost(costOfPlan)
  @Repeatable((it: PlansController, { ids: [id] }) => it.get(Number(id)))
  @Operation({
    summary: 'Keep a plan',
    description: 'Makes a plan of the graph as it is, and keeps its steps. An account keeps at most 50 plans.',
    status: 201,
    answer: dataOf(keptPlanShape.dto),
    errors: [409],
  })
  create(@Caller() caller: Principal, @JsonBody(CreatePlanRequest) body: CreatePlanRequest): Promise<JsonText> {
    return this.plans.create(caller, body);
  }

  @Get(':plan_id')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get a kept plan', answer: dataOf(keptPlanShape.dto) })
  get(@PathPlan() id: number): Promise<JsonText> {
    return this.plans.get(id);
  }

  @Get(':plan_id/steps')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the steps of a kept plan', answer: pageOf(keptStepShape.dto) })
  listSteps(@PathPlan() id: number, @ListQuery(keptStepList) request: KeptStepListRequest): Promise<JsonText> {
    return this.plans.listSteps(id, request);
  }

  @Patch(':plan_id/steps/:step_key')
  @Allow('plans:write')
  @Operation({
    summary: 'Change a step of a kept plan',
    description: 'Absent properties stay unchanged.',
    answer: dataOf(keptStepShape.dto),
  })
  updateStep(
    @PathPlan() id: number,
    @PathText('step_key', 'Key of the step.') key: string,
    @JsonBody(UpdatePlanStepRequest) body: UpdatePlanStepRequest,
  ): Promise<JsonText> {
    return this.plans.updateStep(id, key, body);
  }

  @Post(':plan_id/again')
  @Allow('plans:write')
  @Cost(costOfPlan)
  @Operation({
    summary: 'Make a kept plan again',
    description:
      'Makes the plan of the graph as it is now. Planned steps are taken for made, and declined ones are not chosen. They stay, and so do steps that are done; all others are replaced.',
    status: 200,
    answer: dataOf(keptPlanShape.dto),
  })
  again(@PathPlan() id: number): Promise<JsonText> {
    return this.plans.again(id);
  }

  @Delete(':plan_id')
  @Allow('plans:write')
  @Operation({ summary: 'Delete a kept plan', status: 204, answer: noBody })
  delete(@PathPlan() id: number): Promise<void> {
    return this.plans.delete(id);
  }
}
