import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CollectedFiles, estateOfUsers, objectsOf, writeFiles } from '../estate.js';
import { MeasuredProcess } from '../measured-process.js';
import { print } from '../measure.js';
import { serviceEnvironment, serviceProgram, user, withFolder } from '../product.js';
import { UploadClient } from './upload-client.js';

const MIB = 1024 ** 2;

/** Characters of text in each record, so that the file grows faster than the graph. */
const padding = 3000;

/** Milliseconds between two samples of the service. */
const sampleEvery = 100;

/** Measures the memory of a process above its idle memory while it ingests one file of that size; of a service without its graph. */
export async function measureMemory(way: 'command line' | 'upload', gigabytes: number): Promise<void> {
  await withFolder(async (folder) => {
    const { files, bytes } = await writeUsers(join(folder, 'files'), gigabytes * 1e9);
    const start = performance.now();
    const environment = serviceEnvironment(join(folder, 'data'));
    const { idle, peak } = await (way === 'upload' ? byUpload(environment, files) : inProcess(environment, files));
    const seconds = (performance.now() - start) / 1000;
    print(
      `${way}: one file of ${(bytes / 1e9).toFixed(2)} GB in ${seconds.toFixed(0)} s; memory ${mib(idle)} idle, ` +
        `at most ${mib(peak)}: ${mib(peak - idle)} above idle`,
    );
  });
}

/** Writes the users of an estate of as many users as fill the file, by the size of the first thousand. */
async function writeUsers(folder: string, bytes: number): Promise<CollectedFiles> {
  const sample = estateOfUsers(10_000);
  const [payload] = sample.directoryRun();
  if (!payload) throw new Error('the estate has no file of users');
  const records = [...objectsOf(payload, sample, { padding })].slice(0, 1000);
  const users = Math.ceil((bytes * records.length) / JSON.stringify(records).length);
  return writeFiles(folder, estateOfUsers(users), { padding, types: ['users'] });
}

interface Memory {
  readonly idle: number;
  readonly peak: number;
}

function inProcess(environment: Record<string, string>, files: readonly string[]): Promise<Memory> {
  return MeasuredProcess.during(new URL('ingest-process.js', import.meta.url), environment, async (child) => {
    const { memory: idle } = await child.figures();
    await child.ask({ files });
    return { idle, peak: (await child.figures()).peakMemory };
  });
}

/** The graph does not fit into this service, so its memory is not measured. Therefore the upload ends without an analysis. */
function byUpload(environment: Record<string, string>, files: readonly string[]): Promise<Memory> {
  return MeasuredProcess.during(serviceProgram, { ...environment, GRAPH_MEMORY: '1' }, async (service) => {
    const client = await UploadClient.logIn(service.url, user);
    const { memory: idle } = await service.figures();
    const upload = { isDone: false };
    const uploaded = client.upload(files).then((id) => client.waitForUpload(id, 'partially_complete'));
    void uploaded.catch(() => {}).finally(() => (upload.isDone = true));
    let peak = idle;
    while (!upload.isDone) {
      peak = Math.max(peak, (await service.figures()).memory);
      await wait(sampleEvery);
    }
    await uploaded;
    return { idle, peak };
  });
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
