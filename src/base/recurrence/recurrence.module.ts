import { Module } from '@nestjs/common';
import { Recurrences } from './recurrences.js';

/** Schedules by rules of recurrence, in one thread. */
@Module({ providers: [Recurrences], exports: [Recurrences] })
export class RecurrenceModule {}
