import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import type { UnpackBudget } from './unpack-budget.js';

/** The contents of a gzip file, unpacked by each stream. */
export function gunzipped(packed: PayloadSource, budget: UnpackBudget): PayloadSource {
  const meter = new Meter(budget);
  return {
    name: packed.name,
    size: packed.size,
    open: () => {
      const gunzip = createGunzip();
      const out = new Unpacked(gunzip, meter);
      // `out` receives the end and the errors.
      pipeline(packed.open(), gunzip, out, () => {});
      return out;
    },
  };
}

/** Charges the unpacked bytes of a file once, even if it is read several times. */
class Meter {
  private charged = 0;

  constructor(private readonly budget: UnpackBudget) {}

  check(given: number, taken: number): void {
    const excess = this.budget.ratioFault(given, taken);
    if (excess) {
      throw PayloadError.refused(excess);
    }
    if (given > this.charged) {
      this.budget.takeBytes(given - this.charged);
      this.charged = given;
    }
  }
}

class Unpacked extends Transform {
  private given = 0;

  constructor(
    private readonly gunzip: Gunzip,
    private readonly meter: Meter,
  ) {
    super();
  }

  get taken(): number {
    return this.gunzip.bytesWritten;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.given += chunk.length;
    try {
      this.meter.check(this.given, this.taken);
      done(null, chunk);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
