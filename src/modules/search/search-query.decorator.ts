import {
  conflict,
  describeRepeated,
  fromQuery,
  invalid,
  isGiven,
  joined,
  missing,
  type Parameter,
  single,
  together,
  type ValueOf,
  valuesOf,
} from '../../http/input/parameters.js';
import { column, describeList } from '../../http/list/list-description.js';
import { entityFilter } from '../conditions/entity-filter.js';
import { rows } from '../conditions/rows.query.js';

/** Only the names of these columns are used. The default is the order of the matches. */
const searchList = describeList({
  columns: { name: column.string('name', 'sort'), objectid: column.string('objectid', 'sort') },
  defaultSort: [],
  tieBreaker: 'id',
  defaultLimit: 10,
});

const longestQuery = 1024;

function searched(name: string, description: string): Parameter<string | undefined> {
  const schema = { type: 'string', minLength: 1, maxLength: longestQuery };
  return single(name, '', (text) => text.trim(), { description, schema });
}

const long = searched(
  'query',
  'The text to find: an object id, a name, a distinguished name, the beginning of one, or a part of a name. Letters are compared without case. Required, as `query` or `q`, unless there is another condition: `type`, `environment`, `tier_zero` or `where`.',
);
/** The name of the parameter in the reference product. */
const short = searched('q', 'Another name of `query`.');

/** Null: any entity. */
const query: Parameter<string | null> = joined([long, short], (...reading) => {
  const [given, faults] = reading;
  const [text, other] = [long.read(...reading), short.read(...reading)];
  if (text !== undefined && other !== undefined)
    faults.push(conflict('q', 'is another name of query; send one of them'));
  const found = text ?? other;
  const limits = ['type', ...entityFilter.names];
  if (found === undefined && !limits.some((name) => isGiven(given, name)))
    faults.push(missing('query', `is required: the text to find; or give one of ${limits.join(', ')}`));
  if (found !== undefined && (found.length < 1 || found.length > longestQuery))
    faults.push(invalid(text === undefined ? 'q' : 'query', `takes 1 to ${longestQuery} characters`));
  return found ?? null;
});

/** Names of kinds; none: all. */
const types: Parameter<readonly string[]> = {
  names: ['type'],
  read: (given) => valuesOf(given, 'type'),
  describe: [
    describeRepeated('type', 'Kind of the entities. A repeated parameter matches any of its values.', {
      type: 'string',
      minLength: 1,
    }),
  ],
};

const search = together({ query, types, filter: entityFilter, page: rows(searchList) });

export type SearchParameters = ValueOf<typeof search>;

/** Reads all parameters of a search. */
export const SearchQuery = () => fromQuery(search);
