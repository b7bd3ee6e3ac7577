import { serveTasks } from '../threads/task-thread.js';
import { answerTo, type RecurrenceAnswer, type RecurrenceQuestion } from './recurrence.js';

/** The program of the thread of {@link Recurrences}. It reports the begin of each evaluation, because its start takes time of its own. */
serveTasks({
  run(question: RecurrenceQuestion, onBegin: (begin: true) => void): RecurrenceAnswer {
    onBegin(true);
    return answerTo(question);
  },
});
