import { workerData } from 'node:worker_threads';
import { SystemClock } from '../../base/clock.js';
import { serveTasks } from '../../base/threads/task-thread.js';
import { connect } from '../../database/servers/connect.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { GraphWriter } from '../../graph/writer/graph-writer.js';
import type { ProgressListener } from '../ingest-progress.js';
import { IngestService } from '../ingest.service.js';
import { readFile, type ReadingTask } from './read-file.js';
import type { ReadingThreadData } from './reading-thread.js';

/** One writes a batch, and one looks up records of the next ones. */
const CONNECTIONS = 2;

/** Reads files for a {@link ReadingThread}, over connections of its own. */
const { url, name, limits }: ReadingThreadData = workerData;
const { database } = connect(url, { name, connections: CONNECTIONS });
const service = new IngestService(new GraphWriter(database, new KindNames(database), new SystemClock()), limits);

serveTasks({ run: (task: ReadingTask, onProgress: ProgressListener) => readFile(service, task, onProgress) });
