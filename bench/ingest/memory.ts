import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MeasuredProcess } from '../http/measured-process.js';
import { withFolder } from '../with-folder.js';
import { writeCollection } from './collection.js';
import { serviceEnvironment, user } from './service-environment.js';
import { UploadClient } from './upload-client.js';

const MIB = 1024 ** 2;

/** Characters of text in each record: it is bytes that are asked for, not millions of nodes. */
const padding = 3000;
const bytesOfARecord = 4180;

/** How much more memory a process takes than when it is idle, while a file of so many bytes goes in. */
export async function measureMemory(way: 'command line' | 'upload', gigabytes: number): Promise<void> {
  await withFolder(async (folder) => {
    await mkdir(join(folder, 'data'));
    const nodes = Math.ceil((gigabytes * 1e9 * 2) / bytesOfARecord);
    const { files, bytes } = await writeCollection(folder, { nodes, changeEvery: 0, padding }, ['users']);
    const start = performance.now();
    const environment = serviceEnvironment(join(folder, 'data'));
    const { idle, peak } = await (way === 'upload' ? throughUpload(environment, files) : inProcess(environment, files));
    const seconds = (performance.now() - start) / 1000;
    process.stdout.write(
      `${way}: one file of ${(bytes / 1e9).toFixed(2)} GB in ${seconds.toFixed(0)} s; memory idle ${mib(idle)}, ` +
        `at most ${mib(peak)}, ${mib(peak - idle)} above idle\n`,
    );
  });
}

interface Memory {
  readonly idle: number;
  readonly peak: number;
}

async function inProcess(environment: Record<string, string>, files: readonly string[]): Promise<Memory> {
  const child = await MeasuredProcess.start(new URL('ingest-process.js', import.meta.url), environment);
  try {
    const { memory: idle } = await child.figures();
    await child.ask({ files });
    return { idle, peak: (await child.figures()).peakMemory };
  } finally {
    await child.stop();
  }
}

async function throughUpload(environment: Record<string, string>, files: readonly string[]): Promise<Memory> {
  const service = await MeasuredProcess.start(new URL('../http/service.js', import.meta.url), environment);
  try {
    const client = await UploadClient.logIn(service.url, user.name, user.password);
    const { memory: idle } = await service.figures();
    await client.finished(await client.upload(files));
    return { idle, peak: (await service.figures()).peakMemory };
  } finally {
    await service.stop();
  }
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
