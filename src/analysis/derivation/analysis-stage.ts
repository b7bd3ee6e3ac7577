/** The stages of a run in order, as users read them. */
export const analysisStages = ['nodes', 'memberships', 'rights', 'tier zero', 'data quality'] as const;
export type AnalysisStage = (typeof analysisStages)[number];
