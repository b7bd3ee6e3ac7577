import { Injectable } from '@nestjs/common';
import { currentVisibility } from '../../../base/scope/request-scope.js';
import { Cache } from '../../../base/values/cache.js';
import { Database } from '../../../database/database.js';
import { countMembers, countVersions, groupsWithCounts, type MemberCount } from './asset-groups.sql.js';

const countUnknown = `
  SELECT ${countVersions}, ${countMembers} AS member_count FROM ${groupsWithCounts} WHERE counted.group_id IS NULL`;

/** Of 10,000 cached counts. Each list counts the members of further groups again. */
const keptBytes = 4 * 1024 ** 2;

const countBytes = 160;

/**
 * The last count of each group (docs/adr/0013-member-counts.md). Statements ignore an outdated count: its versions differ from those in
 * the tables. For callers that see a part of the graph nothing is kept: their groups have other counts.
 */
@Injectable()
export class MemberCounts {
  private readonly counts = new Cache<number, MemberCount>(keptBytes, () => countBytes);

  constructor(private readonly database: Database) {}

  /** Counts all groups whose count is unknown. @returns parameter $1 of {@link groupsWithCounts} */
  async ofAll(): Promise<string> {
    const counts = await this.database.prepared<MemberCount>(countUnknown, [this.known()]);
    if (currentVisibility()) return JSON.stringify(counts);
    for (const count of counts) this.remember(count);
    return this.known();
  }

  /** @returns parameter $1 of {@link groupsWithCounts} for a statement about one group */
  ofOne(id: number): string {
    const known = currentVisibility() ? undefined : this.counts.get(id);
    return JSON.stringify(known ? [known] : []);
  }

  remember(count: MemberCount): void {
    if (!currentVisibility()) this.counts.set(count.group_id, count);
  }

  private known(): string {
    return JSON.stringify(currentVisibility() ? [] : [...this.counts.values()]);
  }
}
