import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Operations } from '../../api/schema.js';
import { Check } from '../../base/controls.js';
import { type Run, useChange } from '../../base/form.js';
import { counted } from '../../base/format.js';
import { ObjectSearch } from '../../base/object-search.js';
import { Button } from '../../base/parts.js';
import { useMay } from '../../base/session.js';
import { Answered, Failure, useAnswer } from '../../base/states.js';
import { QuerySelector } from './query-selector.js';

export type Selector =
  Operations['GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors']['answer']['data'][number];

/** Most selectors that are shown. The service has 42 rules; people add single objects. */
const MOST = 1000;

/** The selectors of a tag, and switches of those that can be switched. */
export function Selectors({ tag }: { readonly tag: number }) {
  const path = { asset_group_tag_id: tag };
  const asked = useAnswer(
    call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, query: { counts: true, limit: MOST } }),
  );
  const canWrite = useMay('graph:write');
  const { run, error, message } = useChange();
  const [edited, setEdited] = useState<Selector | 'new' | null>(null);
  const failures =
    useAnswer(call('GET /api/v2/analysis/status', {})).answer?.data.last?.summary?.failed_selectors ?? [];
  const add = (objectid: string, name: string) => {
    const body = { name, seeds: [{ type: 1 as const, value: objectid }] };
    return run(call('POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, body }), `Added ${name}.`);
  };
  return (
    <section aria-labelledby="selectors">
      <h2 id="selectors">Selectors</h2>
      <p class="muted">
        A rule of the service finds objects; other selectors name or query them. What a change adds is as of the next
        analysis.
      </p>
      {canWrite && (
        <ObjectSearch
          id="add"
          label="Add an object to the group"
          placeholder="Add an object to the group"
          onPick={({ objectid, name }) => void add(objectid, name)}
        />
      )}
      {canWrite && edited === null && <Button label="Add a query" run={() => setEdited('new')} />}
      {edited && (
        <QuerySelector
          key={edited === 'new' ? 0 : edited.id}
          tag={tag}
          selector={edited === 'new' ? null : edited}
          onDone={() => setEdited(null)}
        />
      )}
      <p role="status">{message}</p>
      {error && <Failure error={error} />}
      <Answered asked={asked} lines={10}>
        {({ data }) => (
          <>
            <SelectorList
              title="Added by people"
              selectors={data.filter((it) => !it.is_default)}
              canWrite={canWrite}
              onChange={run}
              onEdit={setEdited}
              reasonOf={({ id }) => failures.find((it) => it.id === id)?.reason}
            />
            <SelectorList
              title="Rules of the service"
              selectors={data.filter((it) => it.is_default)}
              canWrite={canWrite}
              onChange={run}
            />
          </>
        )}
      </Answered>
    </section>
  );
}

interface SelectorListProps {
  readonly title: string;
  readonly selectors: readonly Selector[];
  readonly canWrite: boolean;
  readonly onChange: Run;
  /** Absent for rules. */
  readonly onEdit?: (selector: Selector) => void;
  /** Why the query of a selector failed in the last analysis. */
  readonly reasonOf?: (selector: Selector) => string | undefined;
}

function SelectorList({ title, selectors, canWrite, onChange, onEdit, reasonOf }: SelectorListProps) {
  if (selectors.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {selectors.map((selector) => (
          <li key={selector.id} class="row">
            {canWrite && <Change selector={selector} onChange={onChange} />}
            <strong>
              <bdi>{selector.name}</bdi>
            </strong>
            <span class="muted">{reachOf(selector)}</span>
            <span>{selector.description}</span>
            {selector.seeds.map(({ type, value }) => type === 2 && <code key={value}>{value}</code>)}
            {canWrite && onEdit && selector.seeds.some(({ type }) => type === 2) && (
              <Button label="Edit" about={`Edit ${selector.name}`} run={() => onEdit(selector)} />
            )}
            {reasonOf?.(selector) !== undefined && (
              <span class="fault">
                The query failed in the last analysis, and keeps its objects: {reasonOf(selector) ?? ''}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function reachOf({ counts, disabled_at: disabledAt }: Selector): string {
  const count = counts?.members ?? 0;
  return disabledAt === null ? `selects ${counted(count, 'object')}` : `Off, would select ${counted(count, 'object')}`;
}

function Change({ selector, onChange }: Pick<SelectorListProps, 'onChange'> & { readonly selector: Selector }) {
  const {
    id,
    asset_group_tag_id: tag,
    name,
    disabled_at: disabledAt,
    allow_disable: allowed,
    is_default: isRule,
  } = selector;
  const path = { asset_group_tag_id: tag, asset_group_tag_selector_id: id };
  const remove = call('DELETE /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
    path,
  });
  const isOn = disabledAt === null;
  if (!allowed) return <span class="muted">Always on</span>;
  return (
    <>
      <Check
        isChecked={isOn}
        about={`Switch ${isOn ? 'off' : 'on'} ${name}`}
        onChange={() =>
          void onChange(
            call('PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
              path,
              body: { disabled: isOn },
            }),
          )
        }
      >
        {isOn ? 'On' : 'Off'}
      </Check>
      {!isRule && <Button label="Remove" about={`Remove ${name}`} run={() => onChange(remove)} />}
    </>
  );
}
