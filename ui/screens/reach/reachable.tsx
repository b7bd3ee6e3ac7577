import { callTo, type RowsAnswer } from '../../api/call.js';
import { address } from '../../base/address.js';
import { endNames, exclusionNames, readEnd, tierZero } from '../../selection/ends.js';
import { useEndName } from '../../selection/name-of.js';
import { ParameterMarks } from '../../selection/parameter-marks.js';
import { listQuery } from '../../table/list-filters.js';
import { entityColumns, ObjectList } from '../../table/object-list.js';
import { ViewForm } from '../../selection/exclusion-editor.js';

const shown = ['relationship_kinds', 'only_traversable'];

/** Parameters of the address that the list does not have. */
const names = [...endNames, 'start_where', ...shown, ...exclusionNames];

/** The objects that reach some ends over any number of edges. */
export function View() {
  const { query } = address.value;
  const end = readEnd(query, 'end') ?? tierZero;
  const asked = { ...(readEnd(query, 'end') === null && { end_tag: 'tier_zero' }), ...listQuery(names, query) };
  return (
    <ObjectList
      heading={`Objects that reach ${useEndName(end)}`}
      before={
        <>
          <ViewForm end={end} />
          <ParameterMarks names={['start_where', ...shown]} />
        </>
      }
      ask={(list) => callTo<RowsAnswer>('/api/v2/graphs/reachable', { ...asked, ...list, type: 'list' })}
      file="objects-that-reach"
      columns={entityColumns}
      filters={[{ name: 'kind', label: 'Kind', kind: 'node-kind' }]}
      sort="name"
      none="No object reaches an end."
      unit="object"
    />
  );
}
