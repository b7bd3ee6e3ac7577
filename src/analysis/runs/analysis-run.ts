import type { AnalysisRunEntity } from './analysis-run.entity.js';

/** One run of the analysis, from its first request to its end. */
export type AnalysisRun = Omit<AnalysisRunEntity, 'graphVersion'>;
