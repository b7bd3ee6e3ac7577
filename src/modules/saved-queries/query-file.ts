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
  const query = typeof value === 'object' && value ? queryOf(value) : undefined;
  if (typeof value !== 'object' || value === null || query === null) {
    const [context, takes] =
      query === null ? [`${place}.queryList`, 'one step'] : [place, 'an object with name and query'];
    faults.push(fault('body.invalid_value', context, `takes ${takes}; it is left out`));
    return [];
  }
  const before = faults.length;
  const [name, description, category] = ['name', 'description', 'category'].map((key) => member(value, key));
  const draft = validated({ name, query, description, category }, CreateSavedQueryRequest, place, faults);
  if (faults.length > before) return [];
  return [{ place, ...draft, description: draft.description ?? '', category: draft.category ?? '' }];
}

/** The text of a query, also in the form of former products. @returns null if the user has to choose between its steps */
function queryOf(value: object): unknown {
  const steps = member(value, 'queryList');
  if (!Array.isArray(steps)) return member(value, 'query');
  const [step] = steps;
  return steps.length === 1 && typeof step === 'object' && step !== null ? member(step, 'query') : null;
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
