import { useEffect, useRef, useState } from 'preact/hooks';
import { linkTo } from '../../../base/address.js';
import { useStore } from '../../../base/store.js';
import { isFailed, type QueuedFile, shownFiles, totalsOf } from './queue.js';
import { texts } from './texts.js';
import { forgetComplete, ownUploads, queue, retryFailed } from './uploader.js';

/** Milliseconds between two announcements to screen readers. */
const SILENCE = 10_000;

/** What this page has sent, and how far it is. */
export function QueueView() {
  const files = useStore(queue);
  const uploads = useStore(ownUploads);
  if (files.length === 0) return null;
  const totals = totalsOf(files);
  const shown = shownFiles(files);
  const reading = [...uploads.values()].filter((it) => it.finish_time === null);
  return (
    <section aria-labelledby="queue">
      <h2 id="queue">{texts.queue}</h2>
      <p>
        {texts.totals(totals)} <progress aria-label={texts.transfer} value={totals.share} />
      </p>
      <Announced text={texts.totals(totals)} />
      {reading.map(({ id, progress, status_message: message }) => (
        <p key={id}>
          <a href={linkTo(`/data/uploads/${id}`)}>{texts.upload(id)}</a>: {message}{' '}
          <progress aria-label={texts.reading(id)} max={100} value={progress.percent} />
        </p>
      ))}
      <div class="row">
        {totals.failed > 0 && (
          <button type="button" onClick={retryFailed}>
            {texts.retry}
          </button>
        )}
        {totals.read > 0 && (
          <button type="button" onClick={forgetComplete}>
            {texts.clear}
          </button>
        )}
      </div>
      <ul class="plain queue">
        {shown.map((file) => (
          <FileLine key={file.key} file={file} />
        ))}
      </ul>
      {files.length > shown.length && <p class="muted">{texts.more(files.length - shown.length)}</p>}
    </section>
  );
}

function FileLine({ file }: { readonly file: QueuedFile }) {
  const { name, size, sent, state, upload, faults } = file;
  const hasFaults = faults > 0 || (state === 'failed' && file.file !== null);
  const values = { faults: 'only', ...(file.file !== null && { file: String(file.file) }) };
  return (
    <li class={isFailed(file) ? 'danger' : undefined}>
      <bdi>{name}</bdi> <span class="muted">{texts.size(size)}</span>
      <span>
        {hasFaults && upload !== null ? (
          <a href={linkTo(`/data/uploads/${upload}`, values)}>{texts.state(file)}</a>
        ) : (
          texts.state(file)
        )}
      </span>
      {state === 'sending' && <progress aria-label={texts.transferOf(name)} max={size} value={sent} />}
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
