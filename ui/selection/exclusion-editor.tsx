import type { ComponentChildren } from 'preact';
import { address, go, linkWith } from '../base/address.js';
import { Check } from '../base/controls.js';
import { ObjectSearch } from '../base/object-search.js';
import { EndEditor } from './end-editor.js';
import { type End, exclusionNames, linkWithout, replacedEnd } from './ends.js';
import { ParameterMarks } from './parameter-marks.js';

const DISABLED = 'enabled:false';

/** The parts of the graph that are left out. They are in the address. */
export function ExclusionEditor() {
  const { query } = address.value;
  const where = query.getAll('exclude_where');
  const exclude = (is: boolean) =>
    is
      ? linkWithout({ exclude_where: [DISABLED] })
      : linkWith({ exclude_where: where.filter((it) => it !== DISABLED) });
  return (
    <fieldset>
      <legend>Excluded</legend>
      <ParameterMarks label="Excluded" names={exclusionNames} except={DISABLED} />
      <Check isChecked={where.includes(DISABLED)} onChange={(is) => go(exclude(is))}>
        Without disabled accounts
      </Check>
      <ObjectSearch
        id="exclude"
        label="Exclude an object"
        onPick={({ objectid }) => go(linkWithout({ exclude_node: [objectid] }))}
      />
    </fieldset>
  );
}

interface ViewFormProps {
  readonly end: End;
  readonly isView?: boolean;
  /** What is chosen before the end. */
  readonly children?: ComponentChildren;
}

/** Chooses the end of a question, and the parts of the graph without which it is asked. */
export function ViewForm({ end, isView = true, children }: ViewFormProps) {
  return (
    <div class="question-form">
      {children}
      <EndEditor label="To" end={end} onChange={(it) => go(linkWith(replacedEnd('end', it)))} />
      {isView && <ExclusionEditor />}
    </div>
  );
}
