import { answerMeasurements } from '../http/measured-process.js';
import { user } from './service-environment.js';
import { UploadClient } from './upload-client.js';

export interface UploadOrder {
  readonly url: string;
  readonly files: readonly string[];
}

/** Uploads the files of an {@link UploadOrder} and answers when they are ingested: in a process of its own, so that it holds up no call that is timed. */
process.on('message', (message: Partial<UploadOrder>) => {
  if (message.url !== undefined && message.files) void upload(message.url, message.files);
});
process.on('SIGTERM', () => process.exit(0));
answerMeasurements('');

async function upload(url: string, files: readonly string[]): Promise<void> {
  try {
    const client = await UploadClient.logIn(url, user.name, user.password);
    await client.finished(await client.upload(files));
    process.send?.({ failure: null });
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
}
