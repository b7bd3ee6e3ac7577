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
 * The payloads in a file: itself, what a gzip file holds, the entries of a ZIP; known by their first bytes and not by their names.
 * What can't be opened is a refusal, and the others follow.
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

  /** @param depth how many files it is packed in */
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
    const { maxNesting } = this.budget.limits;
    if (depth >= maxNesting) {
      throw PayloadError.refused(
        `is packed ${depth + 1} deep; at most ${maxNesting} ZIP or gzip files in each other are read (MAX_ZIP_NESTING)`,
      );
    }
  }
}

/** What a reader says that could not go on. */
export function reasonOf(error: unknown): string {
  if (error instanceof PayloadError) {
    return error.reason;
  }
  return `could not be read: ${errorMessage(error)}`;
}
