import { parentPort } from 'node:worker_threads';
import { answerTo, type RecurrenceQuestion } from './recurrence.js';

/** The program of the thread of {@link Recurrences}. Its first message reports that its modules are loaded. */
parentPort?.on('message', (question: RecurrenceQuestion) => parentPort?.postMessage(answerTo(question), []));
parentPort?.postMessage('ready', []);
