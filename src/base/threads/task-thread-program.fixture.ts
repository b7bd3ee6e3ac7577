import { serveTasks } from './task-thread.js';

/** A task of the tests of TaskThread. */
export type TestTask =
  { readonly name: 'count'; readonly to: number } | { readonly name: 'fail' | 'sleep' | 'exit' | 'throw later' };

/** The number of tasks that this thread was given. */
let tasks = 0;

serveTasks({
  run(task: TestTask, report: (step: number) => void): Promise<number> | number {
    tasks++;
    report(0);
    if (task.name === 'count') {
      for (let step = 1; step <= task.to; step++) report(step);
      return tasks;
    }
    if (task.name === 'fail') throw new Error('it failed');
    if (task.name === 'exit') process.exit();
    if (task.name === 'throw later')
      setImmediate(() => {
        throw new RangeError('it was thrown later');
      });
    return new Promise(() => {});
  },
});
