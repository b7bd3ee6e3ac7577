import { useState } from 'preact/hooks';
import { type AnswerOf, type Call, call, formCall } from '../../api/call.js';
import { textOf } from '../../base/field.js';
import { Form } from '../../base/form.js';
import { counted } from '../../base/format.js';
import { Button, Lines, ObjectLink } from '../../base/parts.js';
import { reload } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import { Editor } from '../cypher/editor.js';
import { sourceText } from './members.js';
import { queriesOf, type Selector } from './selector.js';

/** Most names of a preview. */
const SHOWN = 20;

/** Id of the tag. Control of an owned object is no control of the objects above it. */
const OWNED = 2;

interface QuerySelectorProps {
  readonly tag: number;
  /** The selector to change; null for a new one. */
  readonly selector: Selector | null;
  readonly onDone: () => void;
}

/** Writes, previews and stores a selector by a query. */
export function QuerySelector({ tag, selector, onDone }: QuerySelectorProps) {
  const [former = ''] = selector ? queriesOf(selector) : [];
  const seedsOf = (query: string) => [
    ...(selector?.seeds ?? []).filter(({ value }) => value !== former),
    { type: 2 as const, value: query },
  ];
  const previewOf = (query: string) =>
    call('POST /api/v2/asset-group-tags/preview-selectors', {
      body: { seeds: seedsOf(query), expansion: tag === OWNED ? 0 : 1 },
    });
  const finish = () => {
    onDone();
    reload();
  };
  return (
    <Form
      fields={[
        { name: 'name', label: 'Name', isRequired: true },
        {
          name: 'seeds',
          label: 'Query',
          control: (value, onChange) => <Query text={textOf(value)} onText={onChange} previewOf={previewOf} />,
        },
      ]}
      values={{ name: selector?.name ?? '', seeds: former }}
      submit="Save"
      ask={(values) => {
        const path = { asset_group_tag_id: tag, asset_group_tag_selector_id: selector?.id };
        const body = { name: textOf(values['name']).trim(), seeds: seedsOf(textOf(values['seeds'])) };
        return selector
          ? formCall('PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}', {
              path,
              body,
            })
          : formCall('POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors', { path, body });
      }}
      onDone={finish}
    >
      <Button label="Cancel" run={onDone} />
    </Form>
  );
}

interface QueryProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly previewOf: (text: string) => Call<AnswerOf<'POST /api/v2/asset-group-tags/preview-selectors'>>;
}

/** The text of a query, and what it would select. */
function Query({ text, onText, previewOf }: QueryProps) {
  const [previewed, setPreviewed] = useState('');
  const show = () => setPreviewed(text);
  return (
    <>
      <Editor text={text} onText={onText} onRun={show} isRefused={false} />
      <Button label="Preview" isDisabled={text.trim() === ''} run={show} />
      {previewed !== '' && (
        <Ask of={previewOf(previewed)}>
          {({ data: { count, members } }) => (
            <>
              <p role="status">Would select {counted(count, 'object')}.</p>
              <Lines
                of={members.slice(0, SHOWN)}
                line={({ object_id: id, name, source }) => (
                  <>
                    <ObjectLink id={id} name={name} /> <span class="muted">{sourceText(source)}</span>
                  </>
                )}
              />
            </>
          )}
        </Ask>
      )}
    </>
  );
}
