import type { Fault } from '../../base/errors.js';
import { parsed, validated } from '../../http/body/json-body.decorator.js';
import { CreateSavedQueryRequest } from './saved-queries.dto.js';
import type { PlacedDraft, SavedQueryDraft } from './saved-queries.repository.js';

/**
 * Reads a file: JSON with one query. Other properties are ignored, because programs add some of their own.
 * @param place of the file, for its faults
 * @returns null if it has a fault
 */
export function readQueryFile(content: Buffer, place: string, faults: Fault[]): PlacedDraft | null {
  const before = faults.length;
  const value = parsed(content, place, faults);
  if (!value) return null;
  const [name, query, description] = [member(value, 'name'), member(value, 'query'), member(value, 'description')];
  const draft = validated({ name, query, description }, CreateSavedQueryRequest, place, faults);
  if (faults.length > before) return null;
  return { name: draft.name, query: draft.query, description: draft.description ?? '', place };
}

/** Other products write null for a description that is absent. */
function member(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) ?? undefined) : undefined;
}

/** The name of a query, fit for a file on any system. */
export function fileNameOf({ name }: SavedQueryDraft): string {
  const usable = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  // File systems allow 255 bytes; a character has at most four.
  return `${Array.from(usable).slice(0, 60).join('')}.json`;
}

export function fileOf({ name, query, description }: SavedQueryDraft): Buffer {
  return Buffer.from(`${JSON.stringify({ name, query, description }, null, 2)}\n`);
}
