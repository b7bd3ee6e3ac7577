import type { ComponentChildren } from 'preact';
import { formCall, type Query } from '../../api/call.js';
import type { RankingRowDto } from '../../api/schema.js';
import { address, linkTo } from '../../base/address.js';
import { number } from '../../base/format.js';
import { ObjectLink } from '../../base/parts.js';
import { ConditionEditor } from '../../selection/condition-editor.js';
import { type End, endNames, endValues, readEnd, tierZero } from '../../selection/ends.js';
import { type Column, type Filter, List } from '../../table/list.js';
import { ViewForm } from '../../selection/exclusion-editor.js';

const kindFilter: Filter = { name: 'kind', label: 'Kind', kind: 'node-kind' };

const by: Filter = {
  name: 'by',
  label: 'By',
  kind: 'choice',
  any: 'Reach',
  choices: { only_through: 'Only through it' },
};
const direction: Filter = {
  name: 'direction',
  label: 'Direction',
  kind: 'choice',
  any: 'What it reaches',
  choices: { in: 'What reaches it' },
};
const numbers = Object.fromEntries(['2', '3', '5', '10', '20'].map((it) => [it, it]));
const greedy: Filter = { name: 'count', label: 'Removed', kind: 'choice', any: 'each by itself', choices: numbers };

/** Objects by how far control reaches, or by what would be safe without them. */
export function View() {
  const { query } = address.value;
  const isThrough = query.get('by') === 'only_through';
  const isGreedy = isThrough && query.has('count');
  const end = readEnd(query, 'end') ?? tierZero;
  return (
    <List
      heading="Ranking"
      note={
        isThrough
          ? 'Objects and edges by the number of enabled accounts that reach an end only through them, and no end without them.'
          : 'Objects by the number of objects that they gain control of, or that gain control of them.'
      }
      ask={(asked) =>
        formCall('GET /api/v2/graphs/ranking', {
          query: without(asked, isThrough ? ['direction'] : ['count', ...endNames]),
        })
      }
      isTall={isThrough}
      columns={isThrough ? throughColumns(end) : reachColumns(query.get('direction') === 'in')}
      filters={isThrough ? (isGreedy ? [by, greedy] : [by, kindFilter, greedy]) : [by, direction, kindFilter]}
      parameters={[...(isGreedy ? [] : ['where']), ...(isThrough ? [...endNames, 'edge_kind'] : [])]}
      none="Nothing is to be ranked."
      noneLeft="Nothing is to be ranked."
      unit={isThrough ? ['object or edge', 'objects and edges'] : 'object'}
    >
      {isThrough && <ViewForm end={end} isView={false} />}
      {!isGreedy && <ConditionEditor label="Conditions" name="where" />}
    </List>
  );
}

/** The parameters of the other ranking stay in the address and are not asked. */
function without(asked: Query, names: readonly string[]): Query {
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !names.includes(name)));
}

const object: Column<RankingRowDto> = {
  title: 'Object or edge',
  width: '3fr',
  cell: ({ objectid, name, kind, edge, target, target_name: targetName, target_kind: targetKind }) => (
    <>
      <ObjectLink id={objectid} name={name} kind={kind} />
      {edge !== null && ` –${edge}→ `}
      {target !== null && <ObjectLink id={target} name={targetName ?? ''} kind={targetKind ?? ''} />}
    </>
  ),
};

function reachColumns(isIn: boolean): readonly Column<RankingRowDto>[] {
  return [
    object,
    { title: isIn ? 'Reached by' : 'Reaches', width: '7rem', cell: ({ count }) => number(count) },
    next(({ objectid: id }) =>
      isIn ? (
        <a href={linkTo('/exposure', { end_node: id })}>Exposure</a>
      ) : (
        <a href={linkTo('/paths', { start_node: id })}>Paths to tier zero</a>
      ),
    ),
  ];
}

function throughColumns(end: End): readonly Column<RankingRowDto>[] {
  return [
    object,
    { title: 'Accounts', width: '7rem', cell: ({ count }) => number(count) },
    next(({ objectid: id, edge, target }) => {
      const excluded = edge === null ? { exclude_node: id } : { exclude_edge: [id, edge, target].join() };
      return <a href={linkTo('/exposure', { ...endValues('end', end), ...excluded })}>Without it</a>;
    }),
  ];
}

function next(cell: (row: RankingRowDto) => ComponentChildren): Column<RankingRowDto> {
  return { title: 'Next', width: '9rem', isExtra: true, cell };
}
