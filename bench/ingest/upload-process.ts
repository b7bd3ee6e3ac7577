import { answerMeasurements } from '../measured-process.js';
import type { user } from '../product.js';
import { UploadClient } from './upload-client.js';

export interface UploadOrder {
  readonly url: string;
  readonly files: readonly string[];
  readonly credentials: typeof user;
}

/** Uploads files and answers when they are ingested, in a process of its own so that it delays no measured call. */
process.on('message', (message: UploadOrder | string) => {
  if (typeof message !== 'string') void upload(message);
});
answerMeasurements('');

async function upload({ url, files, credentials }: UploadOrder): Promise<void> {
  try {
    const client = await UploadClient.logIn(url, credentials);
    await client.waitForUpload(await client.upload(files));
    process.send?.({ failure: null });
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
}
