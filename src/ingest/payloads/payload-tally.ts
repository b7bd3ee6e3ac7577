import { storableText } from '../../database/sql/storable.js';
import type { Changes, NodeRecord } from '../../graph/records.js';
import type { KnownRecord } from '../../graph/writer/batch/known-records.js';
import { deletedKind, domainOfSid, reportedEnvironmentOf } from './environments.js';
import type { FileReport, FileStatus, IngestFault } from '../ingest-report.js';
import type { PayloadFormat } from './payload-format.js';

/** Maximum of stored faults of a payload; others are only counted. */
const MAX_FAULTS = 1000;

/** Maximum length of the texts of a fault, because they quote the payload. */
const MAX_TEXT = 500;

/** Maximum of kinds with a count of their own. */
const MAX_NAMES = 1000;

/** Maximum of domains and tenants with counts of their own. */
const MAX_ENVIRONMENTS = 200;

/**
 * Limits that all payloads of one ingest share, because a ZIP may have ten thousand. Each payload stores its first fault in
 * any case.
 */
export class ReportRoom {
  faults = 20_000;
  names = 50_000;
}

const OTHERS = '(others)';

interface RecordPlace {
  readonly list: string;
  readonly index: number;
}

/** Counts the contents of a payload in bounded memory. */
export class PayloadTally {
  records = 0;
  faultCount = 0;
  readonly faults: IngestFault[] = [];
  private readonly nodeCounts = new Map<string, number>();
  private readonly edgeCounts = new Map<string, number>();
  private readonly ignoredCounts = new Map<string, number>();
  private readonly environmentCounts = new Map<string, Map<string, number>>();

  constructor(
    private readonly path: string,
    private readonly room = new ReportRoom(),
  ) {}

  /** @param at the record; null for the whole payload */
  fault(at: RecordPlace | null, field: string | null, reason: string): void {
    this.faultCount++;
    if (this.faults.length === 0 || (this.faults.length < MAX_FAULTS && this.room.faults > 0)) {
      this.room.faults--;
      this.faults.push({
        path: this.path,
        list: at?.list ?? null,
        record: at?.index ?? null,
        field: field === null ? null : shortened(field),
        reason: shortened(reason),
      });
    }
  }

  /** Counts faults without details. */
  furtherFaults(count: number): void {
    this.faultCount += count;
  }

  /** Counts a record that is skipped as if it were converted. */
  known({ counts, environment }: KnownRecord): void {
    this.records++;
    for (const [kind, count] of counts.nodes) this.increment(this.nodeCounts, kind, count);
    for (const [kind, count] of counts.edges) this.increment(this.edgeCounts, kind, count);
    const [first] = counts.nodes;
    if (counts.inEnvironment && first) this.incrementEnvironment(environment, first[0]);
  }

  /** Counts a node that is described. @returns the environment in which it is counted */
  node(node: NodeRecord): string | null {
    const kind = node.kinds[0] ?? 'Unknown';
    const environment = reportedEnvironmentOf(node);
    this.increment(this.nodeCounts, kind);
    this.incrementEnvironment(environment, kind);
    return environment;
  }

  edges(kind: string, count: number): void {
    this.increment(this.edgeCounts, kind, count);
  }

  ignored(kind: string): void {
    this.increment(this.ignoredCounts, storableText(kind));
  }

  /** Counts an object that a collector reports as deleted. */
  deleted(objectid: unknown): void {
    this.incrementEnvironment(domainOfSid(objectid), deletedKind);
  }

  private incrementEnvironment(environment: string | null, kind: string): void {
    if (environment === null) return;
    const counts = this.environmentCounts.get(environment) ?? new Map<string, number>();
    if (counts.size === 0) {
      if (this.environmentCounts.size === MAX_ENVIRONMENTS || this.room.names <= 0) return;
      this.room.names--;
      this.environmentCounts.set(environment, counts);
    }
    this.increment(counts, kind);
  }

  private increment(counts: Map<string, number>, name: string, by = 1): void {
    const known = counts.get(name);
    if (known !== undefined) {
      counts.set(name, known + by);
    } else if (counts.size < MAX_NAMES && this.room.names > 0) {
      this.room.names--;
      counts.set(name, by);
    } else {
      counts.set(OTHERS, (counts.get(OTHERS) ?? 0) + by);
    }
  }

  report(status: FileStatus, format: Pick<PayloadFormat, 'name' | 'type'> | null, changes: Changes | null): FileReport {
    return {
      path: this.path,
      status,
      format: format?.name ?? null,
      type: format?.type ?? null,
      records: this.records,
      ...this.counts,
      changes,
      faultCount: this.faultCount,
      faults: this.faults,
    };
  }

  get counts(): Pick<FileReport, 'nodes' | 'edges' | 'ignored' | 'environments'> {
    return {
      nodes: sorted(this.nodeCounts),
      edges: sorted(this.edgeCounts),
      ignored: sorted(this.ignoredCounts),
      environments: Object.fromEntries(
        [...this.environmentCounts].map(([environment, counts]) => [environment, sorted(counts)]),
      ),
    };
  }
}

/** Storable characters are checked last, because cutting a text may split a character. */
function shortened(text: string): string {
  return storableText(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
