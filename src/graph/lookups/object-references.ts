import { arrayToken, booleanToken, objectToken, textToken } from '../../database/sql/json-token.js';

/** An organisational unit is shown with its distinguished name, a domain without. */
type ReferenceShape = 'ou' | 'domain';

/**
 * Token (src/database/sql/json-token.ts) of an array of references, in the order of the object ids. An object that is not in the graph has
 * `exists` false and empty texts. For the statement that reads a page.
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
      LEFT JOIN node n ON n.objectid = i.objectid LEFT JOIN kind k ON k.id = n.kind`;
  // Most rows name no object.
  return `CASE WHEN ${ids} = '{}' THEN '[]' ELSE ${arrayToken(reference, found, 'i.place')} END`;
}

function textOrEmpty(sql: string): string {
  return textToken(`COALESCE(${sql}, '')`);
}
