import { call } from './call.js';
import type { UploadedFileDto } from './schema.js';
import { errorOf, ownRequest, unreachable } from './send.js';

const LONGEST_NAME = 255;

/**
 * Sends a file to an upload. `fetch` does not report the progress of a request, so this is the one call by XMLHttpRequest.
 * @param onProgress is called with the bytes that are sent
 * @throws ApiError
 */
export function sendFile(
  upload: number,
  file: Blob,
  name: string,
  onProgress: (sent: number) => void,
): Promise<UploadedFileDto> {
  const { method, target } = call('POST /api/v2/file-upload/{file_upload_id}', {
    path: { file_upload_id: upload },
    body: file,
  });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, target);
    const headers = { ...ownRequest, Accept: 'application/json', 'Content-Type': 'application/octet-stream' };
    for (const [key, value] of Object.entries({ ...headers, 'X-File-Upload-Name': headerText(name) }))
      request.setRequestHeader(key, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(unreachable()));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve(JSON.parse(request.responseText).data);
      const answer = new Response(request.responseText, { status: request.status });
      for (const header of ['Retry-After', 'X-Request-Id']) {
        const value = request.getResponseHeader(header);
        if (value !== null) answer.headers.set(header, value);
      }
      errorOf(answer).then(reject, reject);
    });
    request.send(file);
  });
}

/** A header has bytes, which the service reads as UTF-8. */
function headerText(name: string): string {
  const characters = name.replaceAll(/\p{Cc}/gu, '');
  return String.fromCharCode(...new TextEncoder().encode(characters.slice(-LONGEST_NAME).trim() || 'file'));
}
