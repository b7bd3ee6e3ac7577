import { Module } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { READ_LIMITS, readLimitsOf } from '../reading/read-limits.js';
import { Spool } from './spool.js';
import { UploadDisk } from './upload-disk.js';

@Module({
  providers: [Spool, UploadDisk, { provide: READ_LIMITS, inject: [Settings], useFactory: readLimitsOf }],
  exports: [Spool],
})
export class SpoolModule {}
