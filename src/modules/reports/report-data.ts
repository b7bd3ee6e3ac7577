import type { SectionName } from './report.js';

/** An object, with its id for reports that hide names. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Shows an object by its name, or by its id. */
export type Shown = (object: Named) => string;

interface Counted {
  readonly accounts: number;
  readonly reaching: number;
}

/** What one section of a report is made of, or why it is not known. */
export type Known<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly reason: string };

export interface ZoneData extends Counted {
  readonly tag: string;
  readonly environments: readonly (Named & Counted)[];
}

/** The share of the accounts of an environment, or of all (without an id), that reach a tier after a run of the analysis. */
export interface ExposurePoint extends Named {
  readonly tag: string;
  readonly at: string;
  /** 0 to 1. */
  readonly share: number;
}

export interface StepData {
  readonly text: string;
  /** In place of the text, without names. */
  readonly nameless: string;
  readonly cost: number;
  readonly cutOff: number;
  readonly remaining: number;
  readonly lost: { readonly accounts: number; readonly pairs: number };
  readonly remedy: string | null;
}

export interface PlanData {
  /** End of the analysis that it is of. */
  readonly at: string;
  readonly exposed: number;
  readonly remaining: number;
  readonly structural: number;
  readonly steps: readonly StepData[];
}

export interface WayData {
  readonly account: Named;
  readonly kind: string;
  /** Objects of the way, and the kinds of edges between them. */
  readonly objects: readonly Named[];
  readonly edges: readonly string[];
}

export interface ChangesData {
  readonly since: string;
  readonly until: string;
  readonly ways: { readonly count: number; readonly shown: readonly WayData[] };
  readonly came: readonly Named[];
  readonly went: readonly Named[];
  readonly breaks: readonly { readonly at: string; readonly reason: string }[];
}

export interface FindingData {
  readonly title: string;
  readonly severity: string;
  readonly open: number;
  /** Most accounts that lose their last way into tier zero if one of them is removed. */
  readonly freed: number;
  /** Most accounts that can use one of them. */
  readonly exposed: number;
  readonly added: number;
  readonly resolved: number;
  readonly remedy: string;
}

export interface QualityData extends Named {
  /** Day (UTC). */
  readonly lastSeen: string;
  readonly collected: boolean;
  /** 0 to 1; null if they do not apply. */
  readonly sessions: number | null;
  readonly localGroups: number | null;
}

/** All that a report says, with names. The same data and form give the same bytes. */
export interface ReportData {
  readonly name: string;
  readonly madeAt: string;
  readonly madeBy: string;
  readonly version: string;
  readonly graphVersion: number;
  readonly since: string;
  /** Those that were asked for; empty: all. */
  readonly environments: readonly string[];
  /** Those that were asked for. */
  readonly sections: readonly SectionName[];
  readonly zones: readonly ZoneData[];
  readonly history: readonly ExposurePoint[];
  readonly plan: Known<PlanData>;
  readonly changes: Known<ChangesData>;
  readonly findings: Known<readonly FindingData[]>;
  readonly quality: readonly QualityData[];
  /** What the answers of the graph note. */
  readonly notes: readonly string[];
}
