import { metaFault, type PayloadFormat } from './payload-format.js';
import type { PayloadTally } from './payload-tally.js';
import { mixture, NO_META, readMeta } from '../reading/envelope.js';
import type { JsonShape, RawValue } from '../reading/json-scan.js';
import { parseValue } from '../reading/parse-value.js';
import { PayloadError } from '../reading/payload-error.js';
import type { ReadLimits } from '../reading/read-limits.js';

/** Checks the parts of a payload that surround its records. Every method throws a PayloadError if no record may be used. */
export class PayloadStructure {
  /** How often each key occurred. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly format: PayloadFormat,
    private readonly limits: ReadLimits,
    private readonly tally: PayloadTally,
  ) {}

  key(path: string, shape: JsonShape): void {
    const { lists } = this.format.wanted;
    if (this.format.forbidden.includes(path)) {
      throw PayloadError.refused(mixture(path === 'graph' ? 'data' : path));
    }
    // Encoders write an empty list as null.
    if (shape === 'null' && path.startsWith('graph.')) return;
    if (lists.includes(path) && shape !== 'array') {
      throw PayloadError.refused(`${path}: expected a list`);
    }
    const times = this.seen.get(path) ?? 0;
    if (lists.includes(path) && times === 1)
      this.tally.fault(null, path, 'occurs more than once; all records are read and numbered consecutively');
    this.seen.set(path, times + 1);
  }

  /** Checks `meta` again: it may have been read from the end of the file, and belong to another object. */
  meta(raw: RawValue): void {
    const parsed = parseValue(raw, this.limits);
    if (parsed.fault !== undefined) throw PayloadError.refused(`meta ${parsed.fault}`);
    for (const { field, reason } of parsed.notes) this.tally.fault(null, field ? `meta.${field}` : 'meta', reason);
    const report = (field: string, reason: string) => this.tally.fault(null, `meta.${field}`, reason);
    const meta = readMeta(parsed.value, report);
    const fault = meta && metaFault(meta);
    if (fault) report(...fault);
    if (!meta?.type) throw PayloadError.refused(NO_META);
    if (meta.type !== this.format.type) throw PayloadError.refused('has several "meta" of different types');
  }

  end(): void {
    const { lists, values } = this.format.wanted;
    if (!values.every((path) => this.seen.has(path))) throw PayloadError.refused(NO_META);
    if (!lists.some((path) => this.seen.has(path))) throw PayloadError.refused(`has nothing in ${lists.join(' and ')}`);
  }
}
