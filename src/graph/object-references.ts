import { arrayToken, booleanToken, objectToken, textToken } from '../database/json-token.js';

/** What a list may point to: an organisational unit is shown with its distinguished name, a domain without. */
export type ReferenceShape = 'ou' | 'domain';

/**
 * Token (src/database/json-token.ts) of an array of references, in the order of the object ids. One that the graph does not know is
 * there too, with `exists` false and its texts empty. For use in the one statement that reads a page, never one a row.
 * @param ids SQL expression of type text[]
 */
export function objectReferences(ids: string, shape: ReferenceShape): string {
  const reference = objectToken({
    objectid: textToken('i.objectid'),
    name: textOrEmpty('n.name'),
    exists: booleanToken('n.id IS NOT NULL'),
    ...(shape === 'ou' && { distinguishedname: textOrEmpty(`n.props ->> 'distinguishedname'`) }),
    type: textOrEmpty('k.name'),
  });
  const found = `unnest(${ids}) WITH ORDINALITY AS i(objectid, place)
      LEFT JOIN node n ON n.objectid = upper(i.objectid) LEFT JOIN kind k ON k.id = n.kind`;
  // Most rows name no object: those are spared the lookup.
  return `CASE WHEN ${ids} = '{}' THEN '[]' ELSE ${arrayToken(reference, found, 'i.place')} END`;
}

function textOrEmpty(sql: string): string {
  return textToken(`COALESCE(${sql}, '')`);
}
