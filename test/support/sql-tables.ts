import { isSyntaxNode, nodesOf, type SyntaxNode } from './source-files.js';

/** Stands in a template literal for an expression. */
const HOLE = '${}';

const TABLE_POSITION = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING|COPY|TRUNCATE|ONLY)\s+/g;

/** A table, its alias, and the comma before the next one: `FROM node n, edge AS e`. */
const TABLE = /^(?:public\.)?"?(\w+)"?(?:\s+(?:AS\s+)?[a-z]\w*)?(\s*,\s*)?/;

const AS_REGCLASS = /'(\w+)'::regclass/g;

/** Names in the position of a table in a text of SQL with keywords in upper case, common table expressions left out. */
export function tablesInSql(text: string): Set<string> {
  const names = new Set([...text.matchAll(AS_REGCLASS)].map(([, name = '']) => name));
  for (const { 0: keyword, index } of text.matchAll(TABLE_POSITION)) {
    let rest = text.slice(index + keyword.length);
    for (let comma: string | undefined = ','; comma !== undefined;) {
      const [all = '', name, next] = TABLE.exec(rest) ?? [];
      if (name !== undefined) names.add(name);
      rest = rest.slice(all.length);
      comma = next;
    }
  }
  for (const [, name = ''] of text.matchAll(/\b(\w+)(?:\s*\([\w, ]*\))?\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/g))
    names.delete(name);
  return names;
}

/**
 * Names of tables in the code of a file. Only string and template literals count, not comments. A literal names a table
 * - in SQL, after FROM, JOIN, INTO and the like, and in the property `from` of a list;
 * - if it is the whole name of a table, and the name has an underscore or the file puts an expression after FROM and the like.
 */
export function tablesNamedIn(syntax: SyntaxNode, tables: ReadonlySet<string>): Set<string> {
  const nodes = [...nodesOf(syntax)];
  const texts = nodes.flatMap(textOf);
  const hasComputedTable = texts.some((text) =>
    [...text.matchAll(TABLE_POSITION)].some(({ 0: keyword, index }) => text.startsWith(HOLE, index + keyword.length)),
  );
  const whole = texts.filter((text) => tables.has(text) && (text.includes('_') || hasComputedTable));
  const named = [...texts.flatMap((text) => [...tablesInSql(text)]), ...nodes.flatMap(fromProperty), ...whole];
  return new Set(named.filter((name) => tables.has(name)));
}

/** Tables that the entity of a file refers to by `@ForeignKey('name', …)`. */
export function foreignKeysIn(syntax: SyntaxNode): Set<string> {
  return new Set([...nodesOf(syntax)].flatMap((node) => textOf(argumentsOf(node, 'ForeignKey')[0])));
}

/** The tables and views of the classes that the file declares as entities. */
export function entityTablesIn(syntax: SyntaxNode): Set<string> {
  const decorators = ['Entity', 'ViewEntity'];
  const options = [...nodesOf(syntax)].flatMap((node) =>
    decorators.flatMap((name) => argumentsOf(node, name).slice(0, 1)),
  );
  return new Set(
    options
      .flatMap((node) => [...nodesOf(node)])
      .flatMap(({ type, key, value }) => (type === 'KeyValueProperty' && nameOf(key) === 'name' ? textOf(value) : [])),
  );
}

function textOf(node: unknown): string[] {
  if (!isSyntaxNode(node)) return [];
  if (node.type === 'StringLiteral') return [String(node['value'])];
  if (node.type !== 'TemplateLiteral') return [];
  return [(node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join(HOLE)];
}

function fromProperty({ type, key, value }: SyntaxNode): string[] {
  const isFrom = type === 'KeyValueProperty' && nameOf(key) === 'from';
  return isFrom ? textOf(value).flatMap((text) => [...tablesInSql(`FROM ${text}`)]) : [];
}

/** Arguments of a call of the function or decorator `name`; none if the node is something else. */
function argumentsOf({ type, callee, arguments: given }: SyntaxNode, name: string): unknown[] {
  const isCall = type === 'CallExpression' && nameOf(callee) === name;
  return isCall ? (given as { expression: unknown }[]).map(({ expression }) => expression) : [];
}

function nameOf(node: unknown): unknown {
  return isSyntaxNode(node) ? node['value'] : undefined;
}
