import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import type { Settings } from '../../base/config/settings.js';
import { isZip } from '../../ingest/reading/magic-bytes.js';
import { reasonOf } from '../../ingest/reading/open-payloads.js';
import { bufferSource, readAll } from '../../ingest/reading/payload-source.js';
import { readLimitsOf } from '../../ingest/reading/read-limits.js';
import { UnpackBudget } from '../../ingest/reading/unpack-budget.js';
import { openZip, type ZipPayload } from '../../ingest/reading/zip-archive.js';
import { readQueryFile } from './query-file.js';
import type { PlacedDraft } from './saved-queries.repository.js';

/** The first bytes decide, not the type. */
export const queryFileTypes = [
  'application/json',
  'application/zip',
  'application/x-zip-compressed',
  'application/zip-compressed',
  'application/octet-stream',
] as const;

/** The queries of files, and the faults of those that are left out, at their places in the files. */
export interface ReadQueries {
  readonly drafts: readonly PlacedDraft[];
  readonly faults: readonly Fault[];
}

/** Reads a file with queries, or a ZIP of such files. @throws InvalidInputError if no query is good */
export async function readQueryFiles(bytes: Buffer, settings: Settings): Promise<ReadQueries> {
  const faults: Fault[] = [];
  const drafts: PlacedDraft[] = [];
  const placeOfName = new Map<string, string>();
  for await (const [place, content] of filesOf(bytes, settings, faults)) {
    for (const draft of readQueryFile(content, place, faults)) {
      const former = placeOfName.get(draft.name);
      placeOfName.set(draft.name, former ?? draft.place);
      if (former === undefined) drafts.push(draft);
      else refuse(faults, `${draft.place}.name`, `${former} has the same name`);
    }
  }
  if (drafts.length === 0 && faults.length === 0) refuse(faults, 'body', 'has no queries');
  if (drafts.length === 0) throw new InvalidInputError(faults);
  return { drafts, faults };
}

/** The files by their place. The number and the size of all are checked before one is read. */
async function* filesOf(bytes: Buffer, settings: Settings, faults: Fault[]): AsyncGenerator<[string, Buffer]> {
  if (!isZip(bytes)) {
    yield ['body', bytes];
    return;
  }
  for (const entry of await entriesOf(bytes, settings)) {
    const { source } = entry;
    if (!source) {
      refuse(faults, placeOf(entry.name), entry.refusal);
      continue;
    }
    try {
      yield [placeOf(source.name), await readAll(source.open())];
    } catch (error) {
      refuse(faults, placeOf(source.name), reasonOf(error));
    }
  }
}

/** @param name the name of the ZIP, which is empty, then `!` and the name of the entry */
function placeOf(name: string): string {
  return `body.${name.slice(1)}`;
}

async function entriesOf(bytes: Buffer, settings: Settings): Promise<ZipPayload[]> {
  const { maxSavedQueriesPerAccount, maxBodyBytes } = settings;
  const entries = await openZip(bufferSource('', bytes), new UnpackBudget(readLimitsOf(settings))).catch(
    (error: unknown) => refuseBody(reasonOf(error)),
  );
  if (entries.length === 0) refuseBody('is a ZIP without files');
  if (entries.length > maxSavedQueriesPerAccount)
    refuseBody(
      `is a ZIP with ${entries.length} files; MAX_SAVED_QUERIES_PER_ACCOUNT allows ${maxSavedQueriesPerAccount} queries`,
    );
  const unpacked = entries.reduce((sum, { source }) => sum + (source?.size ?? 0), 0);
  if (unpacked > maxBodyBytes) refuseBody(`unpacks to ${unpacked} bytes; MAX_BODY_BYTES allows ${maxBodyBytes}`);
  return entries;
}

function refuse(faults: Fault[], context: string, message: string): void {
  faults.push(fault('body.invalid_value', context, message));
}

function refuseBody(message: string): never {
  throw InvalidInputError.at('body.invalid_value', 'body', message);
}
