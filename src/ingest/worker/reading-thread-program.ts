// A bundle would run decorators before it loads this.
import 'reflect-metadata';
import { lowerThreadPriority } from '../../base/threads/thread-priority.js';

/** The program of a {@link ReadingThread}. It lowers its priority first, because loading the modules takes most of a second of CPU. */
lowerThreadPriority();
await import('./reading-thread-loop.js');
