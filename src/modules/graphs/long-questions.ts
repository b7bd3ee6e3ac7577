import { Injectable } from '@nestjs/common';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { currentScope } from '../../base/scope/request-scope.js';

/** Rankings and plans are computed one at a time, because each may take a GiB. */
@Injectable()
export class LongQuestions {
  private readonly slots = new FairSlots({ total: 1, perKey: 1 });

  async run<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const { question, signal } = currentScope() ?? {};
    const asker = question?.asker ?? '';
    await this.slots.take(asker, signal);
    try {
      return await ask();
    } finally {
      this.slots.give(asker);
    }
  }
}
