export const metricTypes = ['node', 'relationship'] as const;
export type MetricType = (typeof metricTypes)[number];
