import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { Database } from '../../database/database.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import type { KeptStep } from './kept-plan.js';
import { PlanStepEntity } from './plan.entity.js';
import { keptStepList, type KeptStepListRequest, keptStepShape } from './plans.fields.js';
import type { StepChanges } from './plans.repository.js';

/** The steps of plans. */
@Injectable()
export class PlanStepsRepository {
  constructor(
    @InjectRepository(PlanStepEntity) private readonly steps: Repository<PlanStepEntity>,
    private readonly database: Database,
  ) {}

  listPage(planId: number, request: KeptStepListRequest): Promise<JsonText> {
    // Steps at objects that the caller does not see have no key: plans count them.
    const from = "(SELECT * FROM plan_step WHERE plan_id = $1::int AND key <> '') s";
    return listPage(this.database, keptStepList, request, { from, item: keptStepShape.token, values: [planId] });
  }

  find(planId: number, key: string): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: keptStepShape.token })} FROM plan_step s WHERE s.plan_id = $1 AND s.key = $2`;
    return jsonOf(this.database, sql, [planId, key]);
  }

  /** In their order. */
  listRows(planId: number): Promise<KeptStep[]> {
    return this.steps.find({ where: { planId }, order: { place: 'ASC' } });
  }

  /** @returns false if there is no such step */
  update(planId: number, key: string, changes: StepChanges, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.steps.manager, note, (manager) =>
      manager.update(PlanStepEntity, { planId, key }, changes),
    );
  }
}
