import { withQuery } from '../../api/call.js';

/** Where the API has a list of an entity, such as `admin-rights`. @param entity its `href`; that of a cloud entity has a query */
export function listPath(entity: string, list: string): string {
  return entity.includes('?') ? withQuery(entity, { related_entity_type: list }) : `${entity}/${list}`;
}

/** The lists of an answer with their lengths: `adminRights: 653` is the list `admin-rights`. */
export function listsOf(
  answer: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, count: number])[] {
  return Object.entries(answer).flatMap(([field, count]) =>
    typeof count === 'number' ? [[field.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`), count] as const] : [],
  );
}
