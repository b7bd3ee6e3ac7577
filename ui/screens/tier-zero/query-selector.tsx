import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { Input } from '../../base/controls.js';
import { useChange } from '../../base/form.js';
import { counted } from '../../base/format.js';
import { Button } from '../../base/parts.js';
import { Answered, Failure, useAnswer } from '../../base/states.js';
import { Editor } from '../cypher/editor.js';
import { sourceText } from './members.js';
import type { Selector } from './selectors.js';

/** Most names of a preview. */
const SHOWN = 20;

interface QuerySelectorProps {
  readonly tag: number;
  /** The selector to change; null for a new one. */
  readonly selector: Selector | null;
  readonly onDone: () => void;
}

/** Writes, previews and stores a selector by a query. */
export function QuerySelector({ tag, selector, onDone }: QuerySelectorProps) {
  const query = selector?.seeds.find(({ type }) => type === 2)?.value ?? '';
  const [name, setName] = useState(selector?.name ?? '');
  const [text, setText] = useState(query);
  const [previewed, setPreviewed] = useState('');
  const { run, error } = useChange();
  const seedsOf = (value: string) => [
    ...(selector?.seeds ?? []).filter((seed) => seed.value !== query),
    { type: 2 as const, value },
  ];
  const preview = useAnswer(
    previewed === ''
      ? null
      : call('POST /api/v2/asset-group-tags/preview-selectors', {
          body: { seeds: seedsOf(previewed), expansion: tag === OWNED ? 0 : 1 },
        }),
  );
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), seeds: seedsOf(text) };
    const path = { asset_group_tag_id: tag };
    const isSaved = await run(
      selector
        ? call('PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
            path: { ...path, asset_group_tag_selector_id: selector.id },
            body,
          })
        : call('POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, body }),
    );
    if (isSaved) onDone();
  };
  const show = () => setPreviewed(text);
  return (
    <form class="form wide" onSubmit={(event) => void save(event)}>
      <Input label="Name" required value={name} onText={setName} />
      <Editor text={text} onText={setText} onRun={show} isRefused={false} />
      {error && <Failure error={error} />}
      <p class="row">
        <Button label="Preview" isDisabled={text.trim() === ''} run={show} />
        <button type="submit" class="main" disabled={text.trim() === ''}>
          Save
        </button>
        <Button label="Cancel" run={onDone} />
      </p>
      {previewed !== '' && (
        <Answered asked={preview} lines={3}>
          {({ data: { count, members } }) => (
            <>
              <p role="status">Would select {counted(count, 'object')}.</p>
              <ul class="plain">
                {members.slice(0, SHOWN).map((member) => (
                  <li key={member.id}>
                    <a href={linkTo(`/o/${encodeURIComponent(member.object_id)}`)}>
                      <bdi>{member.name}</bdi>
                    </a>{' '}
                    <span class="muted">{sourceText(member.source)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      )}
    </form>
  );
}

/** Control of an owned object is no control of the objects above it. */
const OWNED = 2;
