import { call } from '../../../api/call.js';
import type { FileUploadDto } from '../../../api/schema.js';
import { linkTo } from '../../../base/address.js';
import { Heading } from '../../../base/heading.js';
import { Answered } from '../../../base/states.js';
import { useAnswer } from '../../../base/use-answer.js';
import { FaultList } from './fault-list.js';
import { Results } from './results.js';
import { texts } from './texts.js';

/** Milliseconds between questions for the progress. */
const PAUSE = 1000;

/** An upload: how far it is, and what became of its files. */
export function OneUpload({ id }: { readonly id: number }) {
  const isId = Number.isSafeInteger(id) && id > 0;
  const asked = useAnswer(
    isId ? call('GET /api/v2/file-upload/{file_upload_id}', { path: { file_upload_id: id } }) : null,
    ({ data }) => (data.finish_time === null ? PAUSE : null),
  );
  if (!isId) return <Heading text={texts.unknown} />;
  return (
    <>
      <Heading text={asked.error?.status === 404 ? texts.unknown : texts.upload(id)} />
      <Answered asked={asked} lines={12}>
        {({ data }) => {
          const { complete, incomplete, failed } = data.progress.files;
          const read = complete + incomplete + failed;
          return (
            <>
              <Summary upload={data} />
              <Results upload={id} key={`results ${read}`} />
              <FaultList upload={id} key={`faults ${read}`} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function Summary({ upload }: { readonly upload: FileUploadDto }) {
  const { status, status_message: message, progress, analysis_run_id: run } = upload;
  const isFailed = status === 'failed' || status === 'partially_complete' || status === 'timed_out';
  return (
    <>
      <p class={isFailed ? 'failure' : undefined} role="status">
        <strong>{texts.statusOf(status)}</strong>: {message}
      </p>
      {upload.finish_time === null && (
        <p>
          <progress aria-label={texts.reading(upload.id)} max={100} value={progress.percent} />{' '}
          {texts.progress(progress)}
        </p>
      )}
      <p>
        {texts.startedBy(upload.user_name, upload.start_time)}{' '}
        {upload.finish_time !== null && texts.finished(upload.finish_time)}{' '}
        {run !== null && <a href={linkTo('/data/analysis', { run })}>{texts.run}</a>}
      </p>
      {upload.data_expire_time !== null && <p>{texts.expiry(upload.data_expire_time)}</p>}
      {upload.session_expire_time !== null && <p>{texts.sessionExpiry(upload.session_expire_time)}</p>}
    </>
  );
}
