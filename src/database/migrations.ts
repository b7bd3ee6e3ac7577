import { CreateSchema1795400949645 } from './migrations/1795400949645-create-schema.js';

/** Every migration, oldest first. A file that is not listed here does not run; a test compares this list with the folder. */
export const migrations: Function[] = [CreateSchema1795400949645];
