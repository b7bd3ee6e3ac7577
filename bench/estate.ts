import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Estate } from '../demo/generator/estate.js';
import { type ClassicPayload, classicFile, inPieces } from '../demo/generator/payload.js';
import { benchmarkSizes } from '../demo/generator/sizes.js';
import { type Changes, sumOfChanges } from '../src/graph/records.js';
import { IngestService } from '../src/ingest/ingest.service.js';
import type { PostgresCpu } from './postgres-cpu.js';

/** Nodes of a benchmark's estate for each user: users, computers with their local groups, groups. */
const NODES_PER_USER = 3.1;

/** The estate of a benchmark: always the same for the same number of users. */
export function estateOfUsers(users: number): Estate {
  return new Estate({ seed: 'bench', sizes: benchmarkSizes(users), now: new Date('2026-06-01T12:00:00Z') });
}

export function estateOfNodes(nodes: number): Estate {
  return estateOfUsers(Math.round(nodes / NODES_PER_USER));
}

export interface CollectedFiles {
  readonly files: readonly string[];
  readonly bytes: number;
}

export interface FileOptions {
  /** Changes every so many-th object of each file: its description, whether it is enabled, its owner and the first member of a group. */
  readonly changeEvery?: number;
  /** The first of these objects; by default 0. */
  readonly changeFrom?: number;
  /** Characters of a text that is added to each object. */
  readonly padding?: number;
  /** Types of files that are written, such as `users`; all if absent. */
  readonly types?: readonly string[];
}

/** Writes the SharpHound files of an estate into a new folder, without keeping more than a piece of a file in memory. */
export async function writeFiles(folder: string, estate: Estate, options: FileOptions = {}): Promise<CollectedFiles> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  let bytes = 0;
  for (const payload of estate.directoryRun()) {
    if (options.types && !options.types.includes(String(payload.meta['type']))) continue;
    const path = join(folder, payload.name);
    const text = inPieces(classicFile(objectsOf(payload, estate, options), payload.meta));
    await pipeline(Readable.from(text), createWriteStream(path));
    files.push(path);
    bytes += (await stat(path)).size;
  }
  return { files, bytes };
}

/** The objects of a file, with the changes and the padding that the options ask for. */
export function* objectsOf(
  payload: ClassicPayload,
  estate: Estate,
  { changeEvery = 0, changeFrom = 0, padding = 0 }: FileOptions,
): Generator<object> {
  const info = 'x'.repeat(padding);
  let index = 0;
  for (const object of payload.items()) {
    if (changeEvery > 0 && index % changeEvery === changeFrom) change(object, estate, index);
    if (padding > 0) addProperties(object, { info });
    yield object;
    index++;
  }
}

function change(object: object, { plan }: Estate, index: number): void {
  const random = plan.random('bench-change', index);
  addProperties(object, { description: `changed ${index}`, ...(hasState(object) && { enabled: false }) });
  if ('Aces' in object && Array.isArray(object.Aces) && object.Aces.length > 0) {
    const PrincipalSID = plan.groupSid(random.below(plan.sizes.groups));
    const owner = { PrincipalSID, PrincipalType: 'Group', RightName: 'Owns', IsInherited: false };
    Object.assign(object, { Aces: [owner, ...object.Aces.slice(1)] });
  }
  if ('Members' in object && Array.isArray(object.Members) && object.Members.length > 0) {
    const member = { ObjectIdentifier: plan.userSid(random.below(plan.sizes.users)), ObjectType: 'User' };
    Object.assign(object, { Members: [member, ...object.Members.slice(1)] });
  }
}

function hasState(object: object): boolean {
  return 'Properties' in object && object.Properties instanceof Object && 'enabled' in object.Properties;
}

function addProperties(object: object, properties: object): void {
  if ('Properties' in object && typeof object.Properties === 'object' && object.Properties !== null)
    Object.assign(object.Properties, properties);
}

/** The time of one ingest. Reading and merging overlap, so the CPU times may add up to more than the seconds. */
export interface IngestTime {
  readonly seconds: number;
  /** CPU time of this process. */
  readonly nodeSeconds: number;
  /** CPU time of PostgreSQL, including its background processes. */
  readonly postgresSeconds: number;
  readonly changes: Changes;
}

/** Ingests files in this process, as the command line does. @throws Error if a file has a fault */
export async function timedIngest(
  app: INestApplicationContext,
  postgres: PostgresCpu,
  files: readonly string[],
): Promise<IngestTime> {
  const service = app.get(IngestService);
  const [start, node, before] = [performance.now(), process.cpuUsage(), await postgres.micros()];
  const report = await service.ingestFiles(files);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(node);
  const faults = report.files.flatMap((file) => file.faults);
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  return {
    seconds,
    nodeSeconds: (user + system) / 1_000_000,
    postgresSeconds: ((await postgres.micros()) - before) / 1_000_000,
    changes: sumOfChanges(report.files.flatMap(({ changes }) => changes ?? [])),
  };
}
