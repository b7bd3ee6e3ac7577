import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { distributedTables, referenceTables } from './citus-layout.js';

type Tree = Readonly<Record<string, unknown>>;

/** A node of the syntax, by its type: `{ RangeVar: { relname: 'node' } }`. Some fields leave out the type. */
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The view `edge` reads `edge_list`. */
const isDistributed = (table: string) => table === 'edge' || distributedTables.has(table);
const isReference = (table: string) => referenceTables.has(table);

const namesGraphTable = new RegExp(`\\b(?:edge|${[...distributedTables.keys(), ...referenceTables].join('|')})\\b`);

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** Statements with the clause of the tables that they read. */
const clauses = { SelectStmt: 'fromClause', UpdateStmt: 'fromClause', DeleteStmt: 'usingClause' };

/**
 * Forms of a text of SQL that Citus refuses, if the tables are distributed as docs/scaling.md says.
 * @param columns columns of the tables, for names without an alias
 */
export function refusedForms(text: string, columns: Columns): string[] {
  const root = parseSync(text);
  const expressions = new Set<unknown>(allOf(root, 'CommonTableExpr').map(({ ctename }) => ctename));
  const isLocal = (table: string) => !isDistributed(table) && !isReference(table) && !expressions.has(table);
  const readsDistributed = tablesIn(root).some(isDistributed);
  const found = Object.entries(clauses).flatMap(([type, clause]) =>
    allOf(root, type).flatMap((statement) => [
      ...refusedWrites(type, statement, clause, isLocal),
      ...refusedJoins(type, statement, clause, isLocal),
      ...refusedLocalWrites(type, statement, clause, isLocal, columns),
      ...(readsDistributed ? refusedSubqueries(statement, clause, columns) : []),
    ]),
  );
  return [...new Set(found)];
}

function refusedWrites(type: string, statement: Tree, clause: string, isLocal: (table: string) => boolean): string[] {
  const read = tablesIn([statement[clause], statement['withClause']]);
  if (!isReference(nameOf(statement['relation'])) || !read.some(isLocal)) return [];
  return type === 'UpdateStmt'
    ? ['UPDATE of a reference table FROM a local table']
    : ['DELETE FROM a reference table USING a local table'];
}

function refusedJoins(type: string, statement: Tree, clause: string, isLocal: (table: string) => boolean): string[] {
  const joined = around(statement, clause);
  const isRefused = type !== 'DeleteStmt' && joined.some(isDistributed) && joined.some(isLocal);
  return isRefused ? ['direct join of a distributed and a local table'] : [];
}

/** Other subqueries are run first, and their rows are passed to the write. */
function refusedLocalWrites(
  type: string,
  statement: Tree,
  clause: string,
  isLocal: (table: string) => boolean,
  columns: Columns,
): string[] {
  if (type === 'SelectStmt' || !isLocal(nameOf(statement['relation']))) return [];
  const joined = around(statement, clause);
  return subqueriesOf(statement).some(
    (query) =>
      tablesIn(query).some((table) => isReference(table) || isDistributed(table)) &&
      isCorrelated(query, joined, columns),
  )
    ? ['write to a local table with a correlated subquery of another table']
    : [];
}

function refusedSubqueries(statement: Tree, clause: string, columns: Columns): string[] {
  const joined = around(statement, clause);
  return subqueriesOf(statement).flatMap((query) => {
    const readsReference = allOf(query, 'SelectStmt').some((it) => joinedTables(it['fromClause']).some(isReference));
    const joinsReference = joined.some(isReference) && tablesIn(query).some(isDistributed);
    const isRefused = (readsReference || joinsReference) && isCorrelated(query, joined, columns);
    return isRefused ? ['correlated subquery with a reference table'] : [];
  });
}

function subqueriesOf(statement: Tree): unknown[] {
  return allOf({ ...statement, withClause: null }, 'SubLink').map(({ subselect }) => subselect);
}

/** The tables that a statement changes or joins, without tables of subqueries. */
function around(statement: Tree, clause: string): string[] {
  const changed = nameOf(statement['relation']);
  return [...(changed === '' ? [] : [changed]), ...joinedTables(statement[clause])];
}

/** Whether a subquery names something that it does not contain, of the tables around it if there is no alias. */
function isCorrelated(query: unknown, outer: readonly string[], columns: Columns) {
  const own = new Set<unknown>(allOf(query, 'RangeVar').map((it) => nameOf(it)));
  const ownColumns = new Set<unknown>(tablesIn(query).flatMap((table) => [...(columns.get(table) ?? [])]));
  for (const name of fieldsOf(query, 'aliasname')) own.add(name).add(name);
  for (const name of [...fieldsOf(query, 'aliasname'), ...stringsOf(fieldsOf(query, 'colnames'))]) ownColumns.add(name);
  for (const { name } of allOf(query, 'ResTarget')) ownColumns.add(name);
  return allOf(query, 'ColumnRef').some(({ fields }) => {
    const [first, second] = stringsOf([fields]);
    if (second !== undefined) return !own.has(first);
    return !ownColumns.has(first) && outer.some((table) => columns.get(table)?.has(first ?? ''));
  });
}

/** Tables that a FROM clause joins, subqueries left out. */
function joinedTables(from: unknown): string[] {
  if (!isTree(from) || 'RangeSubselect' in from || 'RangeFunction' in from) return [];
  if ('RangeVar' in from) return [nameOf(from['RangeVar'])];
  return Object.values(from).flatMap(joinedTables);
}

function tablesIn(tree: unknown): string[] {
  return allOf(tree, 'RangeVar').map(nameOf);
}

function nameOf(table: unknown): string {
  const name = isTree(table) ? table['relname'] : undefined;
  return typeof name === 'string' ? name : '';
}

/** The nodes of a type, at any depth. */
function allOf(tree: unknown, type: string): Tree[] {
  return fieldsOf(tree, type).filter(isTree);
}

/** @param found receives the values: a copy of the list at each depth would take most of the time */
function fieldsOf(tree: unknown, field: string, found: unknown[] = []): unknown[] {
  if (!isTree(tree)) return found;
  for (const key of Object.keys(tree)) {
    const value = tree[key];
    if (key === field) found.push(value);
    fieldsOf(value, field, found);
  }
  return found;
}

function stringsOf(tree: unknown): string[] {
  return fieldsOf(tree, 'sval').map(String);
}

/** Of the test file that runs. */
const texts = new Set<string>();
/** That Citus does not refuse. All test files of a worker run many of the same. */
const passed = new Set<string>();

/** Records every statement of the process on the tables of the graph. */
export function recordStatements(): void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new TypeError('pg.Client has no method "query"');
  pg.Client.prototype.query = function recorded(this: pg.Client, ...given: readonly unknown[]) {
    const [first] = given;
    const text = isTree(first) ? first['text'] : first;
    if (typeof text === 'string' && !passed.has(text) && namesGraphTable.test(text)) texts.add(text);
    return Reflect.apply(query, this, given);
  };
}

/** @throws Error with the recorded statements that Citus refuses */
export async function checkStatements(columns: Columns): Promise<void> {
  await loadModule();
  const refused = [...texts].flatMap((text) => {
    const forms = refusedForms(text, columns);
    if (forms.length === 0) passed.add(text);
    return forms.map((form) => `${form}:\n${text}`);
  });
  texts.clear();
  if (refused.length > 0) throw new Error(`statements that Citus refuses (docs/scaling.md):\n${refused.join('\n\n')}`);
}
