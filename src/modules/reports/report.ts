/** Sections of a report, in their order. */
export const sectionNames = ['exposure', 'plan', 'changes', 'findings', 'quality', 'method'] as const;
export type SectionName = (typeof sectionNames)[number];

/** What a report is about. */
export interface ReportDefinition {
  /** Tags of asset groups, as questions name them: `tier_zero`, `owned` or the tag of another group. */
  readonly tags: readonly string[];
  /** Object ids of domains and tenants; empty: all. */
  readonly environments: readonly string[];
  /** A duration of ISO 8601 before the report is made, such as `-P30D`. */
  readonly since: string;
  /** In any order. */
  readonly sections: readonly SectionName[];
}

export const defaultDefinition: ReportDefinition = {
  tags: ['tier_zero'],
  environments: [],
  since: '-P30D',
  sections: sectionNames,
};
