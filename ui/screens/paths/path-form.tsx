import { useState } from 'preact/hooks';
import { go, linkTo } from '../../base/address.js';
import { Check, Select } from '../../base/controls.js';
import { number } from '../../base/format.js';
import type { KindTexts } from '../../base/kind-texts.js';
import { addTo } from '../../picture/graph.js';
import { EndEditor } from '../../selection/end-editor.js';
import type { End } from '../../selection/ends.js';
import { ExclusionEditor } from '../../selection/exclusion-editor.js';
import { filterWithout, isOne, leftOut, type PathQuestion, questionValues, swapped } from './question.js';

/** What the address asks. Each change is another address. */
export function PathForm({ question, kindTexts }: { readonly question: PathQuestion; readonly kindTexts: KindTexts }) {
  const ask = (change: Partial<PathQuestion>) => go(linkTo('/paths', questionValues({ ...question, ...change })));
  const { start, end, onlyTraversable } = question;
  return (
    <div class="question-form">
      <EndEditor key={keyOf(start)} label="From" end={start} onChange={(it) => ask({ start: it })} />
      <button type="button" class="swap" onClick={() => ask(swapped(question))}>
        Swap
      </button>
      <EndEditor key={keyOf(end)} label="To" end={end} onChange={(it) => ask({ end: it })} />
      <fieldset>
        <legend>Edges</legend>
        <Check isChecked={onlyTraversable} onChange={(is) => ask({ onlyTraversable: is })}>
          Only edges that give control
        </Check>
        <EdgeKinds
          key={question.kinds}
          filter={question.kinds}
          kindTexts={kindTexts}
          onApply={(kinds) => ask({ kinds })}
        />
        <Check isChecked={question.longer} onChange={(longer) => ask({ longer })}>
          Also one step longer
        </Check>
        {isOne(start) && isOne(end) && (
          <Select
            label="Number of paths"
            value={String(question.paths ?? '')}
            choices={numbers}
            onChange={(value) => ask({ paths: Number(value) || undefined })}
          />
        )}
      </fieldset>
      <ExclusionEditor />
    </div>
  );
}

/** Of paths from one node to another. */
const numbers = ['', '2', '5', '10', '20'].map((it) => [it, it || 'all of the shortest'] as const);

/** The choice between objects, kinds and groups is made anew if the address has another one. */
function keyOf({ by }: End): string {
  return by;
}

interface EdgeKindsProps {
  readonly filter: string;
  readonly kindTexts: KindTexts;
  readonly onApply: (filter: string) => void;
}

/** Chooses kinds by their families. */
function EdgeKinds({ filter, kindTexts, onApply }: EdgeKindsProps) {
  const { kinds } = kindTexts;
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const out = changed ?? leftOut(filter, kinds);
  const families = new Map<string, string[]>();
  for (const kind of kinds) addTo(families, kindTexts.of(kind)?.family ?? 'Kinds that files added', kind);
  const follow = (some: readonly string[], isFollowed: boolean) =>
    setChanged(isFollowed ? new Set([...out].filter((kind) => !some.includes(kind))) : new Set([...out, ...some]));
  return (
    <details class="edge-kinds">
      <summary>
        Edges: {number(kinds.length - out.size)} of {number(kinds.length)} kinds
      </summary>
      {[...families].map(([family, some]) => (
        <Family key={family} title={family} kinds={some} out={out} onFollow={follow} />
      ))}
      <button type="button" class="main" onClick={() => onApply(filterWithout(out, kinds))}>
        Apply
      </button>
    </details>
  );
}

interface FamilyProps {
  readonly title: string;
  readonly kinds: readonly string[];
  readonly out: ReadonlySet<string>;
  readonly onFollow: (kinds: readonly string[], isFollowed: boolean) => void;
}

function Family({ title, kinds, out, onFollow }: FamilyProps) {
  const followed = kinds.filter((kind) => !out.has(kind));
  const isMixed = followed.length > 0 && followed.length < kinds.length;
  return (
    <div class="family">
      <Check isChecked={followed.length > 0} isMixed={isMixed} onChange={(is) => onFollow(kinds, is)}>
        {title}
      </Check>
      <details>
        <summary>
          {followed.length} of {kinds.length}
        </summary>
        {kinds.map((kind) => (
          <Check key={kind} isChecked={!out.has(kind)} onChange={(is) => onFollow([kind], is)}>
            {kind}
          </Check>
        ))}
      </details>
    </div>
  );
}
