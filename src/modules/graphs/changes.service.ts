import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../http/json-text.js';
import type { ChangeListRequest } from './changes.fields.js';
import type { AskedPeriod } from './changes.query.js';
import { ChangesRepository } from './changes.repository.js';
import { PeriodsService } from './periods.service.js';

/** Compares the graph with what it was. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly periods: PeriodsService,
    private readonly changes: ChangesRepository,
  ) {}

  /** @throws InvalidInputError if the former graph is not known */
  list(asked: AskedPeriod, request: ChangeListRequest): Promise<JsonText> {
    return this.periods.read(asked, (period) => this.changes.listPage(period, request));
  }
}
