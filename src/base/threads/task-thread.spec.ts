import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestTask } from './task-thread-program.fixture.js';
import { TaskThread } from './task-thread.js';

const loader = new URL('../../../test/support/typescript-loader.mjs', import.meta.url).href;
const program = new URL('task-thread-program.fixture.ts', import.meta.url);

describe('TaskThread', () => {
  let thread: TaskThread<TestTask, number, number>;

  beforeEach(() => {
    thread = new TaskThread(program, { execArgv: ['--import', loader] });
  });
  afterEach(() => thread.end());

  it('starts with the first task, and runs one after the other', async () => {
    expect(thread.isStarted).toBe(false);
    const results = [1, 2, 3].map((to) => thread.run({ name: 'count', to }));
    expect(await Promise.all(results)).toEqual([1, 2, 3]);
    expect(thread.isStarted).toBe(true);
  });

  it('passes on what the task reports', async () => {
    const steps: number[] = [];
    await thread.run({ name: 'count', to: 3 }, { onProgress: (step) => steps.push(step) });
    expect(steps).toEqual([0, 1, 2, 3]);
  });

  it('rejects with the message of a task that fails, and goes on', async () => {
    const results = [thread.run({ name: 'fail' }), thread.run({ name: 'count', to: 1 })];
    await expect(results[0]).rejects.toThrow('it failed');
    expect(await results[1]).toBe(2);
  });

  it('rejects if the thread ends, and starts again with the next task', async () => {
    const results = [thread.run({ name: 'exit' }), thread.run({ name: 'count', to: 1 })];
    await expect(results[0]).rejects.toThrow('the thread ended');
    expect(await results[1]).toBe(1);
  });

  it('rejects with the error that ended the thread, and starts again with the next task', async () => {
    const results = [thread.run({ name: 'throw later' }), thread.run({ name: 'count', to: 1 })];
    await expect(results[0]).rejects.toThrow('it was thrown later');
    expect(await results[1]).toBe(1);
  });

  it('ends if the signal of a task fires, with its reason', async () => {
    const stopping = new AbortController();
    const onProgress = () => stopping.abort(new Error('it took too long'));
    await expect(thread.run({ name: 'sleep' }, { signal: stopping.signal, onProgress })).rejects.toThrow(
      'it took too long',
    );
    expect(thread.isStarted).toBe(false);
    await expect(thread.run({ name: 'count', to: 1 }, { signal: stopping.signal })).rejects.toThrow('it took too long');
    expect(thread.isStarted).toBe(false);
  });

  it('runs as many tasks at a time as it is told, which fail together if one of them ends it', async () => {
    const shared = new TaskThread<TestTask, number, number>(program, { execArgv: ['--import', loader] }, 2);
    const sleeping = shared.run({ name: 'sleep' });
    const steps: number[] = [];
    expect(await shared.run({ name: 'count', to: 1 }, { onProgress: (step) => steps.push(step) })).toBe(2);
    expect(steps).toEqual([0, 1]);
    const exiting = shared.run({ name: 'exit' });
    for (const result of [sleeping, exiting]) await expect(result).rejects.toThrow('the thread ended');
    expect(shared.isStarted).toBe(false);
  });

  it('can be ended, and starts again with the next task', async () => {
    const sleeping = thread.run({ name: 'sleep' }, { onProgress: () => void thread.end() });
    await expect(sleeping).rejects.toThrow('the thread ended');
    expect(await thread.run({ name: 'count', to: 1 })).toBe(1);
  });
});
