import { goAfterRequests } from './thread-priority.js';

/** The program of a {@link ReadingThread}. Its modules come after its priority: to load them takes most of a second of CPU. */
goAfterRequests();
await import('./read-when-told.js');
