import { deletedKind, domainOfSid, environmentOf } from './environments.js';
import { type GraphPart, isEdge, isNode } from './records/graph-parts.js';
import { storable } from './records/identifier.js';
import type { FileReport, IngestFault } from './ingest-report.js';

/** So many faults of a payload are kept; the others are counted. */
const MAX_FAULTS = 1000;

/** Characters of the texts of a fault, which repeat what the payload says. */
const MAX_TEXT = 500;

/** So many names of kinds are counted by themselves. */
const MAX_NAMES = 1000;

/** So many domains and tenants are counted by themselves. */
const MAX_ENVIRONMENTS = 200;

/**
 * What the payloads of one ingest share, for a ZIP may have ten thousand: each keeps its first fault in any case. Two are read and
 * merged at once, so which of them takes the last room is chance.
 */
export class ReportRoom {
  faults = 20_000;
  names = 50_000;
}

const OTHERS = '(others)';

export interface RecordPlace {
  readonly list: string;
  readonly index: number;
}

/** Counts what a payload holds, in memory that does not grow with it. */
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

  /** @param at the record at fault; null: the payload as a whole. */
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

  /** Faults of which no more is known than that there are so many. */
  furtherFaults(count: number): void {
    this.faultCount += count;
  }

  part(part: GraphPart): void {
    if (isEdge(part)) {
      this.increment(this.edgeCounts, part.kind);
    } else if (isNode(part) && part.described) {
      const kind = part.kinds[0] ?? 'Unknown';
      this.increment(this.nodeCounts, kind);
      this.incrementEnvironment(environmentOf(part), kind);
    }
  }

  ignored(kind: string): void {
    this.increment(this.ignoredCounts, storable(kind));
  }

  /** An object that a collector found gone, by its identifier. */
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

  private increment(counts: Map<string, number>, name: string): void {
    const known = counts.get(name);
    if (known !== undefined) {
      counts.set(name, known + 1);
    } else if (counts.size < MAX_NAMES && this.room.names > 0) {
      this.room.names--;
      counts.set(name, 1);
    } else {
      counts.set(OTHERS, (counts.get(OTHERS) ?? 0) + 1);
    }
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

/** Made storable last: to cut a text may halve a character. */
function shortened(text: string): string {
  return storable(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
