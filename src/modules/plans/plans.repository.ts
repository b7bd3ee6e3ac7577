import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { type EndedRun, readEndedRun } from '../../analysis/runs/ended-run.js';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import type { KeptPlan, KeptStep } from './kept-plan.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { PlanEntity, PlanStepEntity } from './plan.entity.js';
import { keptPlanList, type KeptPlanListRequest, keptPlanShape } from './plans.fields.js';

/** Plans that an account may keep. */
const mostPlans = 50;

type PlanFigures = Pick<PlanEntity, 'exposed' | 'remaining' | 'cost' | 'lowerBound' | 'checkedAt'>;
export type PlanDraft = PlanFigures & Pick<PlanEntity, 'name' | 'question' | 'until'>;
export type StepChanges = Partial<Pick<KeptStep, 'owner' | 'note' | 'state' | 'notBefore'>>;

/** What a run says of a step. */
export type CheckedStep = Pick<KeptStep, 'place' | 'key' | 'found' | 'factsLeft' | 'wasDone'>;

/** Steps that changed since they were read stay as they are: they are of another plan. */
const writeFound = `
  UPDATE plan_step s SET found = c.found, facts_left = c.facts_left, was_done = c.was_done,
    found_since = CASE WHEN s.found = c.found THEN s.found_since ELSE $2 END
  FROM unnest($3::int[], $4::text[], $5::text[], $6::int[], $7::boolean[]) c(place, key, found, facts_left, was_done)
  WHERE s.plan_id = $1 AND s.place = c.place AND s.key = c.key`;

@Injectable()
export class PlansRepository {
  constructor(
    @InjectRepository(PlanEntity) private readonly plans: Repository<PlanEntity>,
    private readonly database: Database,
    private readonly queue: TaskQueue,
  ) {}

  listPage(request: KeptPlanListRequest): Promise<JsonText> {
    return listPage(this.database, keptPlanList, request, { from: 'plan p', item: keptPlanShape.token });
  }

  find(id: number): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: keptPlanShape.token })} FROM plan p WHERE p.id = $1`;
    return jsonOf(this.database, sql, [id]);
  }

  findRow(id: number): Promise<KeptPlan | null> {
    return this.plans.findOneBy({ id });
  }

  /** All plans, by their ids. */
  listRows(): Promise<KeptPlan[]> {
    return this.plans.find({ order: { id: 'ASC' } });
  }

  /** @throws ConflictError if the name is taken, or the account has too many */
  insert(accountId: string, draft: PlanDraft, steps: readonly KeptStep[], note: AuditNote): Promise<number> {
    const inserted = this.plans.manager.transaction(async (manager) => {
      await lockForCount(manager, 'plan', accountId);
      if ((await manager.countBy(PlanEntity, { accountId })) >= mostPlans) throw tooMany();
      const { question, ...rest } = draft;
      const { id } = await manager.save(PlanEntity, { ...rest, question: { ...question }, accountId, problem: null });
      await writeSteps(manager, id, steps);
      await note(manager, { id });
      return id;
    });
    return unlessTaken(inserted, () =>
      ConflictError.at('resource.name_taken', 'body.name', `the name ${draft.name} is taken`),
    );
  }

  /** Replaces the steps. @returns false if there is no such plan */
  replace(id: number, figures: PlanFigures, steps: readonly KeptStep[], note: AuditNote): Promise<boolean> {
    return changeOneRow(this.plans.manager, note, async (manager) => {
      const result = await manager.update(PlanEntity, { id }, { ...figures, problem: null });
      if (result.affected === 1) {
        await manager.delete(PlanStepEntity, { planId: id });
        await writeSteps(manager, id, steps);
      }
      return result;
    });
  }

  /** @returns false if there is no such plan */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.plans.manager, note, (manager) => manager.delete(PlanEntity, { id }));
  }

  endedRun(id: string): Promise<EndedRun | undefined> {
    return readEndedRun(this.database, id);
  }

  /** @param problem why the steps could not be compared; null: they were */
  async writeFound(
    id: number,
    { finishedAt: at, id: runId }: EndedRun,
    steps: readonly CheckedStep[],
    problem: string | null,
  ): Promise<void> {
    const columns = [
      steps.map(({ place }) => place),
      steps.map(({ key }) => key),
      steps.map(({ found }) => found),
      steps.map(({ factsLeft }) => factsLeft),
      steps.map(({ wasDone }) => wasDone),
    ];
    await this.database.transaction(async (tx) => {
      const changed = 'UPDATE plan SET checked_at = $2, problem = $3 WHERE id = $1 RETURNING id';
      const rows = await tx.query(changed, [id, at, problem]);
      if (rows.length === 0) return;
      await tx.query(writeFound, [id, at, ...columns]);
      const cause = `${id}:${runId}`;
      await this.queue.add(
        'evaluate-alerts',
        { cause: 'plan', id: cause },
        { key: `evaluate-alerts:plan:${cause}` },
        tx,
      );
    });
  }
}

async function writeSteps(manager: EntityManager, planId: number, steps: readonly KeptStep[]): Promise<void> {
  await manager.insert(
    PlanStepEntity,
    steps.map((step) => ({ ...step, planId })),
  );
}

function tooMany(): ConflictError {
  const message = `the account keeps ${mostPlans} plans, the most that it may; delete one first`;
  return ConflictError.at('resource.limit_reached', 'plans', message);
}
