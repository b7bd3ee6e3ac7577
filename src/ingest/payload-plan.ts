import { type PayloadFormat, formatOf } from './payload-format.js';
import { readEnvelope } from './reading/envelope.js';
import { openPayloads, reasonOf } from './reading/open-payloads.js';
import type { PayloadSource } from './reading/payload-source.js';
import type { ReadLimits } from './reading/read-limits.js';
import type { ScratchFiles } from './reading/scratch-files.js';

/** A payload that can be converted, or the reason why it can't. */
export type PlannedPayload =
  | { readonly source: PayloadSource; readonly format: PayloadFormat; readonly refusal?: undefined }
  | { readonly name: string; readonly refusal: string };

/** Detects the format of each file and of each packed file. Keeps the order. */
export async function planPayloads(
  files: readonly PayloadSource[],
  limits: ReadLimits,
  scratch: ScratchFiles,
): Promise<PlannedPayload[]> {
  const planned: PlannedPayload[] = [];
  for (const file of files) {
    for await (const payload of openPayloads(file, limits, scratch)) {
      planned.push(payload.refusal === undefined ? await planPayload(payload.source, limits) : payload);
    }
  }
  return planned;
}

async function planPayload(source: PayloadSource, limits: ReadLimits): Promise<PlannedPayload> {
  try {
    return { source, format: formatOf(await readEnvelope(source, limits)) };
  } catch (error) {
    return { name: source.name, refusal: reasonOf(error) };
  }
}
