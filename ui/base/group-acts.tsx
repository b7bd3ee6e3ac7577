import { useState } from 'preact/hooks';
import { type Call, call } from '../api/call.js';
import { send } from '../api/send.js';
import { Form, useChange } from './form.js';
import { counted } from './format.js';
import { addition, type Candidate, changeOf, type Group, type GroupChange, groups, textOf } from './groups.js';
import { Modal } from './modal.js';
import { Button } from './parts.js';
import { may } from './session.js';
import { Ask } from './states.js';

interface GroupActsProps {
  readonly objects: readonly Candidate[];
  readonly onDone: (change: GroupChange) => void;
}

/** Adds objects to the groups that lack some of them, after a question. Accounts that may not do it have no buttons. */
export function GroupActs({ objects, onDone }: GroupActsProps) {
  const [chosen, choose] = useState<Group | null>(null);
  if (!may('graph:write')) return null;
  return (
    <>
      {Object.values(groups)
        .filter((group) => !objects.every(group.has))
        .map((group) => (
          <Button key={group.id} label={group.act} run={() => choose(group)} />
        ))}
      {chosen && <GroupQuestion group={chosen} objects={objects} onDone={onDone} onClose={() => choose(null)} />}
    </>
  );
}

interface GroupQuestionProps extends GroupActsProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** Asks whether the objects that a group lacks are to come to it. */
export function GroupQuestion({ group, objects: all, onDone, onClose }: GroupQuestionProps) {
  const objects = all.filter((it) => !group.has(it));
  return (
    <Modal label={`${group.act}: ${textOf(objects)}`} onClose={onClose}>
      {(close) => (
        <>
          {group.isExpanded && <Others objects={objects} />}
          <Form
            submit={group.act}
            ask={() => addition(group, objects)}
            onDone={(answer) => {
              close();
              onDone(changeOf(group, objects, answer));
            }}
          >
            <Button label="Cancel" run={close} />
          </Form>
        </>
      )}
    </Modal>
  );
}

/** Names that are written out. */
const shown = 3;

/** Who else becomes a member by a selector of these objects. */
function Others({ objects }: { readonly objects: readonly Candidate[] }) {
  const seeds = objects.map(({ id }) => ({ type: 1 as const, value: id }));
  return (
    <Ask of={call('POST /api/v2/asset-group-tags/preview-selectors', { body: { seeds, expansion: 1 } })} lines={2}>
      {({ data: { count, members } }) => {
        const names = members
          .filter(({ object_id: id }) => !objects.some((it) => it.id === id))
          .map(({ name }) => name);
        const more = names.length > shown ? ' …' : '';
        return (
          <p>
            {names.length === 0
              ? 'No other object comes with it.'
              : `${counted(count - objects.length, 'other object')} above and below: ${names.slice(0, shown).join(', ')}${more}`}
          </p>
        );
      }}
    </Ask>
  );
}

interface GroupChangesProps {
  readonly changes: readonly GroupChange[];
  readonly setChanges: (changes: readonly GroupChange[]) => void;
  readonly onUndone: (change: GroupChange) => void;
}

/** Changes of groups, each with its way back, until it is closed. */
export function GroupChanges({ changes, setChanges, onUndone }: GroupChangesProps) {
  const { attempt, outcome } = useChange();
  const undo = async (change: GroupChange, back: Call<unknown>) => {
    if (!(await attempt(() => send(back)))) return;
    setChanges(changes.map((it) => (it === change ? { ...it, text: `Undone: ${it.text}`, back: null } : it)));
    onUndone(change);
  };
  const close = (change: GroupChange) => setChanges(changes.filter((it) => it !== change));
  return (
    <>
      {changes.map((change, at) => {
        const { text, back } = change;
        return (
          <p key={at} class="note" role="status">
            {text} {back && <Button label="Undo" about={`Undo: ${text}`} run={() => undo(change, back)} />}{' '}
            <Button label="Close" about={`Close: ${text}`} run={() => close(change)} />
          </p>
        );
      })}
      {outcome}
    </>
  );
}
