import { metaFaults, type PayloadFormat } from './payload-format.js';
import type { PayloadTally } from './payload-tally.js';
import { classicEnvelope, mixture, NO_META } from '../reading/envelope.js';
import type { JsonShape, RawValue } from '../reading/json-scan.js';
import { parseValue } from '../reading/parse-value.js';
import { PayloadError } from '../reading/payload-error.js';
import type { ReadLimits } from '../reading/read-limits.js';

/** Checks the parts of a payload that surround its records. Every method throws a PayloadError if no record may be used. */
export class PayloadStructure {
  private readonly seen = new Set<string>();
  private readonly repeated = new Set<string>();

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
    if (lists.includes(path) && shape !== 'array') {
      throw PayloadError.refused(`${path}: expected a list`);
    }
    if (lists.includes(path) && this.seen.has(path) && !this.repeated.has(path)) {
      this.repeated.add(path);
      this.tally.fault(null, path, 'occurs more than once; all records are read and numbered consecutively');
    }
    this.seen.add(path);
  }

  /** Checks `meta` again: it may have been read from the end of the file, and belong to another object. */
  meta(raw: RawValue): void {
    const parsed = parseValue(raw, this.limits);
    if (parsed.fault !== undefined) throw PayloadError.refused(`meta ${parsed.fault}`);
    for (const { field, reason } of parsed.notes) this.tally.fault(null, field ? `meta.${field}` : 'meta', reason);
    for (const { field, reason } of metaFaults(parsed.value)) this.tally.fault(null, field, reason);
    const { type } = classicEnvelope(parsed.value);
    if (type !== this.format.type) throw PayloadError.refused('has several "meta" of different types');
  }

  end(): void {
    const { lists, values } = this.format.wanted;
    if (!values.every((path) => this.seen.has(path))) throw PayloadError.refused(NO_META);
    if (!lists.some((path) => this.seen.has(path))) throw PayloadError.refused(`has nothing in ${lists.join(' and ')}`);
  }
}
