import { useEffect, useRef, useState } from 'preact/hooks';
import { linkTo } from '../../../base/address.js';
import { bytes, counted, number, percent } from '../../../base/format.js';
import { Button, Section } from '../../../base/parts.js';
import { isFailed, type QueuedFile, shownFiles, type Totals, totalsOf } from './queue.js';
import { forgetComplete, ownUploads, queue, retryFailed } from './uploader.js';

/** Milliseconds between two announcements to screen readers. */
const SILENCE = 10_000;

/** What this page has sent, and how far it is. */
export function QueueView() {
  const files = queue.value;
  const uploads = ownUploads.value;
  if (files.length === 0) return null;
  const totals = totalsOf(files);
  const shown = shownFiles(files);
  const reading = [...uploads.values()].filter((it) => it.finish_time === null);
  return (
    <Section title="Files of this page">
      <p>
        {totalsText(totals)} <progress aria-label="Transfer" value={totals.share} />
      </p>
      <Announced text={totalsText(totals)} />
      {reading.map(({ id, progress, status_message: message }) => (
        <p key={id}>
          <a href={linkTo(`/data/uploads/${id}`)}>Upload {id}</a>: {message}{' '}
          <progress aria-label={`Reading of upload ${id}`} max={100} value={progress.percent} />
        </p>
      ))}
      <div class="row">
        {totals.failed > 0 && <Button label="Send again what failed" run={retryFailed} />}
        {totals.read > 0 && <Button label="Clear what is read" run={forgetComplete} />}
      </div>
      <ul class="plain queue">
        {shown.map((file) => (
          <FileLine key={file.key} file={file} />
        ))}
      </ul>
      {files.length > shown.length && <p class="muted">{number(files.length - shown.length)} more</p>}
    </Section>
  );
}

function FileLine({ file }: { readonly file: QueuedFile }) {
  const { name, size, sent, state, upload, faults } = file;
  const hasFaults = faults > 0 || (state === 'failed' && file.file !== null);
  const values = { fault_count: 'gt:0', ...(file.file !== null && { file: String(file.file) }) };
  const text = stateText(file);
  const isLinked = hasFaults && upload !== null;
  return (
    <li class={isFailed(file) ? 'danger' : undefined}>
      <bdi>{name}</bdi> <span class="muted">{bytes(size)}</span>
      <span>{isLinked ? <a href={linkTo(`/data/uploads/${upload}`, values)}>{text}</a> : text}</span>
      {state === 'sending' && <progress aria-label={`Transfer of ${name}`} max={size} value={sent} />}
    </li>
  );
}

/** Says a text that changes often to screen readers, at most every ten seconds. */
function Announced({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  const last = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        say(text);
      },
      Math.max(0, last.current + SILENCE - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span class="hidden" role="status">
      {said}
    </span>
  );
}

function totalsText({ files, sent, read, failed }: Totals): string {
  const failures = failed > 0 ? `, ${number(failed)} failed` : '';
  return `${number(sent)} of ${counted(files, 'file')} sent, ${number(read)} read${failures}`;
}

function stateText({ state, sent, size, faults, changes, reason }: QueuedFile): string {
  if (state === 'waiting') return 'waits';
  if (state === 'sending') return `is being sent, ${percent(size === 0 ? 0 : sent / size)}`;
  if (state === 'reading') return 'is sent, is being read';
  if (state === 'failed') return `failed: ${reason ?? 'its upload has the reason'}`;
  const without = faults > 0 ? `, ${counted(faults, 'fault')}` : '';
  if (state === 'incomplete') return `read in part: ${reason ?? ''}${without}`;
  return `read${changes === 0 ? ', changed nothing' : ''}${without}`;
}
