import type { Writable } from 'node:stream';
import { errorCode } from '../../base/error-message.js';

/** Returns a function that writes lines. If the reader has closed the pipe, as `head` does, further lines are dropped and the command goes on. */
export function lineWriter(stream: Writable): (line: string) => void {
  let isClosed = false;
  stream.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
    isClosed = true;
  });
  return (line) => {
    if (!isClosed) stream.write(`${line}\n`);
  };
}
