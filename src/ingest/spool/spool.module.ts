import { Module } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { READ_LIMITS, readLimitsOf } from '../readers/read-limits.js';
import { Spool } from './spool.js';

/** Files on disk that wait to be read. */
@Module({
  providers: [Spool, { provide: READ_LIMITS, inject: [Settings], useFactory: readLimitsOf }],
  exports: [Spool],
})
export class SpoolModule {}
