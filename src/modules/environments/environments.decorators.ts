import type { Type } from '@nestjs/common';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';

const time = { type: 'string', format: 'date-time' } as const;

/** The range that was applied, in the envelope of an answer. */
export const appliedRange = { start: time, end: time } as const;

/** The operation that lists the data quality of one environment over time. */
export const DataQualityOperation = (environment: string, row: Type): MethodDecorator =>
  Operation({
    summary: `List the data quality statistics of ${environment}`,
    description:
      'Returns one row for each analysis, newest first. `start` and `end` in the response are the range that was applied.',
    answer: pageOf(row, appliedRange),
  });
