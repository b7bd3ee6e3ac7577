import { removeLeftovers } from './global-setup.js';

/** Ends the servers of runs that are gone, and removes their files. */
await removeLeftovers();
