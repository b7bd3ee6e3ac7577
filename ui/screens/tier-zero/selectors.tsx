import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { Check } from '../../base/controls.js';
import { type Run, useChange } from '../../base/form.js';
import { counted } from '../../base/format.js';
import { ObjectSearch } from '../../base/object-search.js';
import { Button, Lines, Section } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask, useAnswer } from '../../base/states.js';
import { QuerySelector } from './query-selector.js';
import { queriesOf, type Selector } from './selector.js';

/** Most selectors that are shown. The service has 43 rules; people add single objects. */
const MOST = 1000;

/** The selectors of a tag, and switches of those that can be switched. */
export function Selectors({ tag }: { readonly tag: number }) {
  const path = { asset_group_tag_id: tag };
  const query = { counts: true, limit: MOST };
  const canWrite = may('graph:write');
  const { run, outcome } = useChange();
  const [edited, setEdited] = useState<Selector | 'new' | null>(null);
  const status = useAnswer(call('GET /api/v2/analysis/status')).answer?.data;
  const reasonOf = ({ id }: Selector) => status?.last?.summary?.failed_selectors.find((it) => it.id === id)?.reason;
  const add = (objectid: string, name: string) => {
    const body = { name, seeds: [{ type: 1 as const, value: objectid }] };
    return run(call('POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, body }), `Added ${name}.`);
  };
  const line = (selector: Selector) => (
    <>
      {canWrite && <Switch selector={selector} run={run} />}
      <strong>
        <bdi>{selector.name}</bdi>
      </strong>
      <span class="muted">{reachOf(selector)}</span>
      <span>{selector.description}</span>
      {queriesOf(selector).map((value) => (
        <code key={value}>{value}</code>
      ))}
      {canWrite && !selector.is_default && queriesOf(selector).length > 0 && (
        <Button label="Edit" about={`Edit ${selector.name}`} run={() => setEdited(selector)} />
      )}
      {reasonOf(selector) !== undefined && (
        <span class="fault">
          The query failed in the last analysis, and keeps its objects: {reasonOf(selector) ?? ''}
        </span>
      )}
    </>
  );
  return (
    <Section title="Selectors">
      <p class="muted">
        A rule of the service finds objects; other selectors name or query them. What a change adds is as of the next
        analysis.
      </p>
      {canWrite && (
        <ObjectSearch
          id="add"
          label="Add an object to the group"
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
      {outcome}
      <Ask of={call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, query })} lines={10}>
        {({ data }) => {
          const own = data.filter((it) => !it.is_default);
          return (
            <>
              {own.length > 0 && <h3>Added by people</h3>}
              <Lines of={own} lineLook="row" line={line} />
              {own.length < data.length && <h3>Rules of the service</h3>}
              <Lines of={data.filter((it) => it.is_default)} lineLook="row" line={line} />
            </>
          );
        }}
      </Ask>
    </Section>
  );
}

function reachOf({ counts, disabled_at: disabledAt }: Selector): string {
  const objects = counted(counts?.members ?? 0, 'object');
  return disabledAt === null ? `selects ${objects}` : `Off, would select ${objects}`;
}

function Switch({ selector, run }: { readonly selector: Selector; readonly run: Run }) {
  const { id, asset_group_tag_id: tag, name, disabled_at: disabledAt, is_default: isRule } = selector;
  const path = { asset_group_tag_id: tag, asset_group_tag_selector_id: id };
  const isOn = disabledAt === null;
  const body = { disabled: isOn };
  const turn = call('PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
    path,
    body,
  });
  const remove = call('DELETE /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
    path,
  });
  if (!selector.allow_disable) return <span class="muted">Always on</span>;
  return (
    <>
      <Check isChecked={isOn} about={`Switch ${isOn ? 'off' : 'on'} ${name}`} onChange={() => void run(turn)}>
        {isOn ? 'On' : 'Off'}
      </Check>
      {!isRule && <Button label="Remove" about={`Remove ${name}`} run={() => run(remove)} />}
    </>
  );
}
