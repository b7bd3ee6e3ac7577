import { type PayloadFormat, formatOf } from './payload-format.js';
import { readEnvelope } from './readers/envelope.js';
import { openPayloads, refuseContainer } from './readers/open-payloads.js';
import { PayloadError } from './readers/payload-error.js';
import type { PayloadSource } from './readers/payload-source.js';
import type { ReadLimits } from './readers/read-limits.js';

/** A payload that can be converted, or the reason why it can't. */
export type PlannedPayload =
  | { readonly source: PayloadSource; readonly format: PayloadFormat; readonly refusal?: undefined }
  | { readonly name: string; readonly refusal: string };

/** Looks into each file, and into each entry of those that are ZIPs, to tell what it holds. Keeps the order. */
export async function planPayloads(files: readonly PayloadSource[], limits: ReadLimits): Promise<PlannedPayload[]> {
  const planned: PlannedPayload[] = [];
  for (const file of files) {
    planned.push(...(await planFile(file, limits)));
  }
  return planned;
}

async function planFile(file: PayloadSource, limits: ReadLimits): Promise<PlannedPayload[]> {
  try {
    const planned: PlannedPayload[] = [];
    for (const payload of await openPayloads(file, limits)) {
      planned.push(payload.refusal === undefined ? await planPayload(payload.source, limits) : payload);
    }
    return planned;
  } catch (error) {
    return [{ name: file.name, refusal: reasonOf(error) }];
  }
}

async function planPayload(source: PayloadSource, limits: ReadLimits): Promise<PlannedPayload> {
  try {
    await refuseContainer(source);
    return { source, format: formatOf(await readEnvelope(source, limits)) };
  } catch (error) {
    return { name: source.name, refusal: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof PayloadError) {
    return error.reason;
  }
  return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
}
