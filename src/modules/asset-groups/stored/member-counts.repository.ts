import { Injectable } from '@nestjs/common';
import { visibilityKey } from '../../../base/scope/request-scope.js';
import { Cache } from '../../../base/values/cache.js';
import { Database } from '../../../database/database.js';
import { countMembers, countVersions, groupsWithCounts, type MemberCount } from './asset-groups.sql.js';

const countUnknown = `
  SELECT ${countVersions}, ${countMembers} AS member_count FROM ${groupsWithCounts} WHERE counted.group_id IS NULL`;

/** Of 10,000 cached counts. Each list counts the members of further groups again. */
const keptBytes = 4 * 1024 ** 2;

const countBytes = 160;

/**
 * The last count of each group (docs/adr/0013-member-counts.md), by what callers see. Statements ignore an outdated count: its versions differ
 * from those in the tables.
 */
@Injectable()
export class MemberCounts {
  private readonly counts = new Cache<string, ReadonlyMap<number, MemberCount>>(
    keptBytes,
    ({ size }) => countBytes * size,
  );

  constructor(private readonly database: Database) {}

  /** Counts all groups whose count is unknown. @returns parameter $1 of {@link groupsWithCounts} */
  async ofAll(): Promise<string> {
    this.remember(...(await this.database.prepared<MemberCount>(countUnknown, [this.all()])));
    return this.all();
  }

  /** @returns parameter $1 of {@link groupsWithCounts} for a statement about one group */
  ofOne(id: number): string {
    const known = this.counts.get(visibilityKey())?.get(id);
    return JSON.stringify(known ? [known] : []);
  }

  remember(...counts: readonly MemberCount[]): void {
    const key = visibilityKey();
    const known = this.counts.get(key) ?? [];
    this.counts.set(key, new Map([...known, ...counts.map((it) => [it.group_id, it] as const)]));
  }

  private all(): string {
    return JSON.stringify([...(this.counts.get(visibilityKey())?.values() ?? [])]);
  }
}
