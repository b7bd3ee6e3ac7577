import { changesSection } from './changes-section.js';
import { exposureSection } from './exposure-section.js';
import { findingsSection, planSection } from './plan-section.js';
import { methodSection, qualitySection, warningsOf } from './quality-section.js';
import type { ReportData, Shown } from './report-data.js';
import type { ReportDocument } from './report-document.js';

/** Makes a document of what was collected. @param hidesNames whether objects have their ids in place of names */
export function reportDocument(data: ReportData, hidesNames: boolean): ReportDocument {
  const shown: Shown = ({ id, name }) => (hidesNames ? id : name);
  return {
    title: data.name,
    made_at: data.madeAt,
    made_by: data.madeBy,
    version: data.version,
    graph_version: data.graphVersion,
    since: data.since,
    warnings: warningsOf(data, shown),
    sections: [
      exposureSection(data, shown),
      planSection(data.plan, hidesNames),
      changesSection(data.changes, shown),
      findingsSection(data.findings),
      qualitySection(data.quality, shown),
      methodSection(data, shown),
    ].filter(({ name }) => data.sections.includes(name)),
  };
}
