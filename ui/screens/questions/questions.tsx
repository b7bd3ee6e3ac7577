import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { ReadyQuestionDto } from '../../api/schema.js';
import { address, go, linkTo, linkWith } from '../../base/address.js';
import { Input } from '../../base/controls.js';
import { ObjectSearch } from '../../base/object-search.js';
import { Heading, Lines, objectPath, Section } from '../../base/parts.js';
import { Ask } from '../../base/states.js';

/** Questions that are often asked. Each opens the screen with its answer. */
export function View() {
  return (
    <>
      <Heading text="Questions" />
      <p class="muted">Each opens its answer, whose conditions can be changed there.</p>
      <Ask of={call('GET /api/v2/questions')} lines={20}>
        {({ data }) => (
          <div class="cards">
            {[...new Set(data.map(({ topic }) => topic))].map((topic) => (
              <Section key={topic} title={topic}>
                <Lines of={data.filter((it) => it.topic === topic)} line={(it) => <Question question={it} />} />
              </Section>
            ))}
          </div>
        )}
      </Ask>
    </>
  );
}

/** A question about something opens a field for it first. */
function Question({ question: { name, sentence, call: target, parameter } }: { readonly question: ReadyQuestionDto }) {
  const isChosen = address.value.query.get('question') === name;
  const open = (value: string) => go(answerLink(target, value) ?? linkWith({}));
  return (
    <>
      <a href={parameter === null ? (answerLink(target, '') ?? '') : linkWith({ question: isChosen ? '' : name })}>
        {sentence}
      </a>
      {isChosen && parameter === 'object' && (
        <ObjectSearch id="object" label="Of which object?" onPick={({ objectid }) => open(objectid)} />
      )}
      {isChosen && parameter === 'edge' && <EdgeField onPick={open} />}
    </>
  );
}

function EdgeField({ onPick }: { readonly onPick: (edge: string) => void }) {
  const [edge, setEdge] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onPick(edge.trim());
  };
  return (
    <form class="row" onSubmit={submit}>
      <Input label="Edge" required placeholder="source id, kind, target id" value={edge} onText={setEdge} />
      <button type="submit">Ask</button>
    </form>
  );
}

/** Screens that ask a call with the parameters of their address. */
const screens: Readonly<Record<string, string>> = {
  '/api/v2/search': '/',
  '/api/v2/graphs/shortest-path': '/paths',
  '/api/v2/graphs/exposure': '/exposure',
  '/api/v2/graphs/ranking': '/ranking',
  '/api/v2/graphs/reachable': '/reachable',
  '/api/v2/graphs/edges': '/edges',
  '/api/v2/graphs/changes': '/changes',
  '/api/v2/graphs/new-ways': '/new-ways',
};

/**
 * The address of the screen that answers a call.
 * @param target path and query, in which `{object}` or `{edge}` stands for the value
 * @param value object id, or `source,kind,target`
 * @returns null if no screen asks such a call
 */
function answerLink(target: string, value: string): string | null {
  const [path = '', text = ''] = target.split('?');
  const query = new URLSearchParams(text);
  const values = Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      query.getAll(name).map((it) => it.replace(/^\{(object|edge)\}$/, () => value)),
    ]),
  );
  const screen = screens[path];
  if (screen !== undefined) return linkTo(screen, values);
  const [, list] = /^\/api\/v2\/\w+\/\{object\}\/([\w-]+)$/.exec(path) ?? [];
  return list === undefined ? null : objectPath(value, { list, ...values });
}
