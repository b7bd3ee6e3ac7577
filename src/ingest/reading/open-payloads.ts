import { errorMessage } from '../../base/error-message.js';
import { gunzipped } from './gzip-source.js';
import { isGzip, isZip, MAGIC_BYTES } from './magic-bytes.js';
import { PayloadError } from './payload-error.js';
import { type PayloadSource, readHead } from './payload-source.js';
import type { ReadLimits } from './read-limits.js';
import type { ScratchFiles } from './scratch-files.js';
import { UnpackBudget } from './unpack-budget.js';
import { openZip, type ZipPayload } from './zip-archive.js';

/**
 * The payloads of a file: the file itself, the contents of a gzip file, or the entries of a ZIP. The first bytes decide, not the name.
 * A payload that cannot be opened is a refusal. The others follow.
 */
export function openPayloads(
  file: PayloadSource,
  limits: ReadLimits,
  scratch: ScratchFiles,
): AsyncGenerator<ZipPayload> {
  return new Opener(new UnpackBudget(limits), scratch).open(file, 0);
}

class Opener {
  constructor(
    private readonly budget: UnpackBudget,
    private readonly scratch: ScratchFiles,
  ) {}

  /** @param depth number of archives around the source */
  async *open(source: PayloadSource, depth: number): AsyncGenerator<ZipPayload> {
    try {
      const head = await readHead(source, MAGIC_BYTES);
      if (isZip(head)) {
        this.checkDepth(depth);
        yield* this.entries(source, depth);
      } else if (isGzip(head)) {
        this.checkDepth(depth);
        yield* this.open(gunzipped(source, this.budget), depth + 1);
      } else {
        yield { source };
      }
    } catch (error) {
      yield { name: source.name, refusal: reasonOf(error) };
    }
  }

  private async *entries(source: PayloadSource, depth: number): AsyncGenerator<ZipPayload> {
    const payloads = await openZip(source.isSeekable ? source : await this.scratch.keep(source), this.budget);
    if (payloads.length === 0) {
      throw PayloadError.refused('is a ZIP without files');
    }
    for (const payload of payloads) {
      if (payload.source) {
        yield* this.open(payload.source, depth + 1);
      } else {
        yield payload;
      }
    }
  }

  private checkDepth(depth: number): void {
    const { maxZipNesting } = this.budget.limits;
    if (depth >= maxZipNesting) {
      throw PayloadError.refused(
        `is packed ${depth + 1} deep; at most ${maxZipNesting} ZIP or gzip files in each other are read (MAX_ZIP_NESTING)`,
      );
    }
  }
}

/** The reason of a refusal. */
export function reasonOf(error: unknown): string {
  if (error instanceof PayloadError) {
    return error.reason;
  }
  return `could not be read: ${errorMessage(error)}`;
}
