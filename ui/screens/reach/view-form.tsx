import { go, linkWith } from '../../base/address.js';
import { EndEditor } from '../../selection/end-editor.js';
import { type End, endNames, endValues } from '../../selection/ends.js';
import { ExclusionEditor } from '../../selection/exclusion-editor.js';

const none = Object.fromEntries(endNames.map((name) => [name, '']));

interface ViewFormProps {
  readonly end: End;
  /** Whether parts of the graph may be excluded. */
  readonly isView?: boolean;
}

/** Chooses the ends of a question, and the parts of the graph without which it is asked. */
export function ViewForm({ end, isView = true }: ViewFormProps) {
  return (
    <div class="question-form">
      <EndEditor
        key={end.by}
        label="To"
        end={end}
        onChange={(it) => go(linkWith({ ...none, ...endValues('end', it) }))}
      />
      {isView && <ExclusionEditor />}
    </div>
  );
}
