import { signal } from '@preact/signals';
import { call } from '../../../api/call.js';
import type { FileUploadDto } from '../../../api/schema.js';
import { sendFile } from '../../../api/send-file.js';
import { ApiError, send, sleep } from '../../../api/send.js';
import { account, endSession } from '../../../base/session.js';
import { type NamedFile, type Queue, retried, unfinished, withChange, withFiles, withResults } from './queue.js';

/** Milliseconds between questions for the progress of reading. */
const PAUSE = 1000;
/** The same after an error. */
const PAUSE_AWAY = 5000;
/** Results in one answer, which then has at most ten faults of each. */
const RESULTS = 1000;

/** The files of this page. They outlive the view, so that people can look at other views meanwhile. */
export const queue = signal<Queue>([]);
/** The uploads that this page has started, as last seen, by id. */
export const ownUploads = signal<ReadonlyMap<number, FileUploadDto>>(new Map());

const contents = new Map<number, File>();
let lastKey = 0;
let isSending = false;

// After the log-out the page may be another person's.
account.subscribe((self) => {
  if (self) return;
  contents.clear();
  queue.value = [];
  ownUploads.value = new Map();
});

/** Sends files one after another. Files that are added meanwhile go into the same upload. */
export function enqueue(files: readonly NamedFile[]): void {
  const added = files.map(({ file, name }) => {
    lastKey += 1;
    contents.set(lastKey, file);
    return { key: lastKey, name, size: file.size };
  });
  queue.value = withFiles(queue.value, added);
  void sendWaiting();
}

export function retryFailed(): void {
  queue.value = retried(queue.value);
  void sendWaiting();
}

/** Removes complete files from the list. */
export function forgetComplete(): void {
  queue.value = unfinished(queue.value);
}

async function sendWaiting(): Promise<void> {
  if (isSending || !nextWaiting()) return;
  isSending = true;
  addEventListener('beforeunload', askToStay);
  try {
    const { data } = (await send(call('POST /api/v2/file-upload/start'))).answer;
    noteUpload(data);
    void watch(data.id);
    for (let next = nextWaiting(); next; next = nextWaiting()) await sendOne(data.id, next.key, next.name);
    await send(call('POST /api/v2/file-upload/{file_upload_id}/end', { path: { file_upload_id: data.id } }));
  } catch (error) {
    const reason = reasonOf(error);
    queue.value = queue.value.map((it) => (it.state === 'waiting' ? { ...it, state: 'failed', reason } : it));
  } finally {
    isSending = false;
    removeEventListener('beforeunload', askToStay);
  }
  // Files that were added during the end go into another upload.
  await sendWaiting();
}

function nextWaiting() {
  return queue.value.find(({ state }) => state === 'waiting');
}

async function sendOne(upload: number, key: number, name: string): Promise<void> {
  const content = contents.get(key);
  if (!content) return;
  change(key, { state: 'sending', upload });
  let shown = 0;
  const onProgress = (sent: number) => {
    // A step of a percent is all that can be seen.
    if (sent - shown < content.size / 100) return;
    shown = sent;
    change(key, { sent: Math.min(sent, content.size) });
  };
  try {
    const { id } = await sendFile(upload, content, name, onProgress);
    change(key, { state: 'reading', sent: content.size, file: id });
  } catch (error) {
    change(key, { state: 'failed', sent: 0, reason: reasonOf(error) });
  }
}

/** Follows an upload until it is final. A service that is away is asked again. */
async function watch(id: number): Promise<void> {
  const path = { file_upload_id: id };
  let read = 0;
  for (let isFinal = false; !isFinal; await sleep(PAUSE))
    try {
      const { data } = (await send(call('GET /api/v2/file-upload/{file_upload_id}', { path }))).answer;
      isFinal = data.finish_time !== null;
      const { complete, incomplete, failed } = data.progress.files;
      const count = complete + incomplete + failed;
      if (count > read || isFinal) await noteResults(id);
      read = count;
      noteUpload(data);
    } catch (error) {
      reasonOf(error);
      isFinal = error instanceof ApiError && [403, 404].includes(error.status);
      await sleep(PAUSE_AWAY);
    }
}

async function noteResults(id: number): Promise<void> {
  const path = { file_upload_id: id };
  for (let skip = 0, count = 1; skip < count; skip += RESULTS) {
    const query = { skip, limit: RESULTS };
    const { answer } = await send(call('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', { path, query }));
    ({ count } = answer);
    queue.value = withResults(queue.value, answer.data);
  }
  for (const { key, state } of queue.value) if (state === 'complete') contents.delete(key);
}

function change(key: number, part: Partial<Queue[number]>): void {
  queue.value = withChange(queue.value, key, part);
}

function noteUpload(upload: FileUploadDto): void {
  ownUploads.value = new Map(ownUploads.value).set(upload.id, upload);
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) endSession();
  return error instanceof Error ? error.message : String(error);
}

/** The browser asks whether to leave while files are being sent. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
