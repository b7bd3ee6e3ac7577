import { Injectable } from '@nestjs/common';
import type { FileReport, FileStatus } from '../ingest-report.js';

/** Totals of the files that this process has read since its start. */
@Injectable()
export class IngestFigures {
  readonly files: Record<FileStatus, number> = { complete: 0, incomplete: 0, failed: 0 };
  bytes = 0;
  records = 0;
  faults = 0;

  /** Adds a finished file. */
  add(status: FileStatus, bytes: number, payloads: readonly Pick<FileReport, 'records' | 'faultCount'>[]): void {
    this.files[status]++;
    this.bytes += bytes;
    for (const { records, faultCount } of payloads) {
      this.records += records;
      this.faults += faultCount;
    }
  }
}
