import { fault, type Fault } from '../../base/errors.js';
import { parsed, validated } from '../../http/body/json-body.decorator.js';
import { CreateSavedQueryRequest } from './saved-queries.dto.js';
import type { PlacedDraft, SavedQueryDraft } from './saved-queries.repository.js';

/**
 * Reads a file: JSON with one query, with a list of them, or `customqueries.json` of former products. Other properties are ignored,
 * because programs add some of their own.
 * @param place of the file, for its faults
 * @returns the queries without a fault
 */
export function readQueryFile(content: Buffer, place: string, faults: Fault[]): PlacedDraft[] {
  const value = parsed(content, place, faults);
  if (!value) return [];
  const queries = member(value, 'queries');
  if (Array.isArray(value)) return value.flatMap((it, index) => draftsOf(it, `${place}.${index}`, faults));
  if (!Array.isArray(queries)) return draftsOf(value, place, faults);
  return queries.flatMap((it, index) => draftsOf(it, `${place}.queries.${index}`, faults));
}

function draftsOf(value: unknown, place: string, faults: Fault[]): PlacedDraft[] {
  if (typeof value !== 'object' || value === null) {
    faults.push(fault('body.invalid_value', place, 'takes an object with a name and a query'));
    return [];
  }
  const [before, steps] = [faults.length, member(value, 'queryList')];
  const [step] = Array.isArray(steps) ? steps : [];
  if (Array.isArray(steps) && (steps.length !== 1 || typeof step !== 'object' || step === null)) {
    faults.push(fault('body.invalid_value', `${place}.queryList`, 'takes one step; a query with a choice is left out'));
    return [];
  }
  const query = member(value, 'query') ?? (step && member(step, 'query'));
  const [name, description, category] = ['name', 'description', 'category'].map((key) => member(value, key));
  const draft = validated({ name, query, description, category }, CreateSavedQueryRequest, place, faults);
  if (faults.length > before) return [];
  return [
    {
      name: draft.name,
      query: draft.query,
      description: draft.description ?? '',
      category: draft.category ?? '',
      place,
    },
  ];
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

export function fileOf({ name, query, description, category }: SavedQueryDraft): Buffer {
  const all = { name, query, description, ...(category !== '' && { category }) };
  return Buffer.from(`${JSON.stringify(all, null, 2)}\n`);
}
