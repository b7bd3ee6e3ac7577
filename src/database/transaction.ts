/**
 * An open transaction, begun by TypeORM or by the class Database. Services pass it from one repository to another so that their changes
 * commit together. Only a repository can run SQL in it, by `sqlIn` (database.ts).
 */
export interface Transaction {
  readonly query: (...input: never) => unknown;
}
