import { loadSettings } from '../../base/config/load-settings.js';
import { readLimitsOf } from './read-limits.js';

/** The limits without settings. */
export const defaultReadLimits = readLimitsOf(loadSettings({}));
