import type { Writable } from 'node:stream';
import { errorCode } from '../../base/error-message.js';

/**
 * Returns a function that writes lines. If the reader has closed the pipe, as `head` does, further lines are dropped and the command goes on.
 * @param onError called with any other error, such as a full disk
 */
export function lineWriter(stream: Writable, onError: (error: Error) => void): (line: string) => void {
  let isClosed = false;
  stream.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') onError(error);
    isClosed = true;
  });
  return (line) => {
    if (!isClosed) stream.write(`${line}\n`);
  };
}
