export const analysisRunStatuses = ['waiting', 'running', 'complete', 'failed'] as const;
export type AnalysisRunStatus = (typeof analysisRunStatuses)[number];
