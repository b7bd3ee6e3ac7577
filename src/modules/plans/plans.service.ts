import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { NotFoundError } from '../../base/errors.js';
import type { JsonText } from '../../http/json-text.js';
import { askedPlan, askingInBody } from './kept-question.js';
import type { KeptStep } from './kept-plan.js';
import { PlanMakingService } from './plan-making.service.js';
import { PlanStepsRepository } from './plan-steps.repository.js';
import type { CreatePlanRequest, UpdatePlanStepRequest } from './plans.dto.js';
import type { KeptPlanListRequest, KeptStepListRequest } from './plans.fields.js';
import { PlansRepository, type StepChanges } from './plans.repository.js';

export type { KeptStep } from './kept-plan.js';

/** Plans of fixes that are kept, with what people say of their steps. */
@Injectable()
export class PlansService {
  constructor(
    private readonly plans: PlansRepository,
    private readonly steps: PlanStepsRepository,
    private readonly making: PlanMakingService,
    private readonly audit: AuditService,
  ) {}

  list(request: KeptPlanListRequest): Promise<JsonText> {
    return this.plans.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<JsonText> {
    const plan = await this.plans.find(id);
    if (!plan) throw noSuchPlan(id);
    return plan;
  }

  /** @throws NotFoundError */
  async listSteps(id: number, request: KeptStepListRequest): Promise<JsonText> {
    await this.get(id);
    return this.steps.listPage(id, request);
  }

  /** @throws InvalidInputError for a question with faults; ConflictError if the name is taken, or the account keeps too many */
  async create({ id: accountId }: Principal, body: CreatePlanRequest): Promise<JsonText> {
    const { name, question = {}, until = null } = body;
    const asked = askedPlan({ question, until });
    const { figures, steps } = await askingInBody(() => this.making.make(asked));
    const details = { name, steps: steps.length };
    const id = await this.audit.audited({ action: 'plan.create', resource: 'plans', details }, (note) =>
      this.plans.insert(accountId, { ...figures, name, question, until }, steps, note),
    );
    return this.get(id);
  }

  /** @throws NotFoundError */
  async updateStep(id: number, key: string, body: UpdatePlanStepRequest): Promise<JsonText> {
    const { owner, note: text, state, not_before: notBefore } = body;
    const changes: StepChanges = {
      ...(owner !== undefined && { owner }),
      ...(text !== undefined && { note: text }),
      ...(state !== undefined && { state }),
      ...(notBefore !== undefined && { notBefore: notBefore === null ? null : new Date(notBefore) }),
    };
    const step = await this.steps.find(id, key);
    if (!step) throw await this.noSuchStep(id, key);
    if (Object.keys(changes).length === 0) return step;
    const details = { step: key, ...(state && { state }), changed: Object.keys(changes) };
    await this.audit.audited({ action: 'plan.update', resource: `plans/${id}`, details }, async (note) => {
      if (!(await this.steps.update(id, key, changes, note))) throw await this.noSuchStep(id, key);
    });
    return (await this.steps.find(id, key)) ?? step;
  }

  /** Makes the plan again: planned steps are taken for made, and declined ones are not chosen. @throws NotFoundError, as {@link create} */
  async again(id: number): Promise<JsonText> {
    const plan = await this.plans.findRow(id);
    if (!plan) throw noSuchPlan(id);
    const former = await this.steps.listRows(id);
    const { figures, steps } = await askingInBody(() => this.making.make(askedPlan(plan), former));
    const details = { steps: steps.length };
    await this.audit.audited({ action: 'plan.again', resource: `plans/${id}`, details }, async (note) => {
      if (!(await this.plans.replace(id, figures, steps, note))) throw noSuchPlan(id);
    });
    return this.get(id);
  }

  /** @throws NotFoundError */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'plan.delete', resource: `plans/${id}` }, async (note) => {
      if (!(await this.plans.delete(id, note))) throw noSuchPlan(id);
    });
  }

  /** The steps whose `found` changed at a run. @returns null if there is no such plan */
  async stepsFoundAt(
    id: number,
    time: Date,
  ): Promise<{ readonly id: number; readonly name: string; readonly steps: readonly KeptStep[] } | null> {
    const plan = await this.plans.findRow(id);
    if (!plan) return null;
    const steps = await this.steps.listRows(id);
    return { id, name: plan.name, steps: steps.filter(({ foundSince }) => foundSince.getTime() === time.getTime()) };
  }

  private async noSuchStep(id: number, key: string): Promise<NotFoundError> {
    await this.get(id);
    return new NotFoundError('path.step_key', `the plan ${id} has no step ${JSON.stringify(key)}`);
  }
}

function noSuchPlan(id: number): NotFoundError {
  return new NotFoundError('path.plan_id', `there is no plan ${id}`);
}
