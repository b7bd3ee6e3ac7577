import { Injectable } from '@nestjs/common';

/** Records of one sort, which are forgotten when they have been there for long. */
export interface OldRecords {
  /** What the log calls them. */
  readonly what: string;
  /** For how many days they are kept; 0 keeps them for good. */
  readonly days: number;
  /**
   * Forgets some of those that are older: as many as one transaction bears.
   * @returns how many; 0 where there are no more
   */
  deleteSome(before: Date): Promise<number>;
}

/** What is forgotten with age. Parts that those who run tasks do not know of add theirs when they are set up. */
@Injectable()
export class OldRecordsList {
  private readonly records: OldRecords[] = [];

  add(records: OldRecords): void {
    this.records.push(records);
  }

  /** In the order in which they were added. */
  list(): readonly OldRecords[] {
    return this.records;
  }
}
