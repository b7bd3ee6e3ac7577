/** Texts, which may be data, and comments. */
const literals = /'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gs;

/** Places in which FROM and UPDATE name no table. */
const otherwise =
  /\bextract\s*\([^()]*\)|\bIS\s+(?:NOT\s+)?DISTINCT\s+FROM\b|\b(?:FOR|DO)\s+(?:NO\s+KEY\s+)?UPDATE\b/gi;

const operation = /^\s*(\w+)/;
const mainOperation = /\b(?:SELECT|INSERT|UPDATE|DELETE|MERGE)\b/i;

const written = /\b(?:INTO|UPDATE|TRUNCATE|COPY|LOCK\s+TABLE)\s+(?:ONLY\s+)?((?:"[^"]+"|[\w.])+)/gi;
/** In parentheses follow the arguments of a function. */
const read = /\b(?:FROM|JOIN)\s+(?:ONLY\s+|LATERAL\s+)?((?:"[^"]+"|[\w.])+)(?!["\w.]|\s*\()/gi;
const commonTable =
  /(?:\bWITH(?:\s+RECURSIVE)?|,)\s+(\w+)(?:\s*\([^()]*\))?\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/gi;

const maxTargets = 5;

/**
 * The operation and the tables of a statement, such as `SELECT job client`. It contains no value, so that it can be the name of a span.
 * This is no parser: an unusual statement may lack a table.
 */
export function statementSummary(text: string): string {
  const plain = text.replaceAll(literals, "''").replaceAll(otherwise, ' ');
  const first = operation.exec(plain)?.[1]?.toUpperCase() ?? 'SQL';
  const name = first === 'WITH' ? (mainOperation.exec(outermost(plain))?.[0].toUpperCase() ?? first) : first;
  const own = new Set([...plain.matchAll(commonTable)].map(([, table = '']) => table.toLowerCase()));
  // The tables of the statement itself come before the tables of its subqueries.
  const tables = [outermost(plain), plain]
    .flatMap((part) => [...part.matchAll(written), ...part.matchAll(read)])
    .map(([, table = '']) => table.replaceAll('"', ''))
    .filter((table) => !own.has(table.toLowerCase()) && table.toLowerCase() !== 'select');
  return [name, ...[...new Set(tables)].slice(0, maxTargets)].join(' ');
}

/** The text with empty parentheses. */
function outermost(text: string): string {
  let depth = 0;
  let out = '';
  for (const character of text) {
    if (character === ')') depth--;
    if (depth === 0) out += character;
    if (character === '(') depth++;
  }
  return out;
}
