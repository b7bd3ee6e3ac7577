import { CreateGraph1795243867782 } from './migrations/1795243867782-create-graph.js';
import { CreateCustomNode1795244011052 } from './migrations/1795244011052-create-custom-node.js';
import { CreateSamlProvider1795244311230 } from './migrations/1795244311230-create-saml-provider.js';
import { CreateAuth1795244397606 } from './migrations/1795244397606-create-auth.js';
import { CreateCollection1795244619156 } from './migrations/1795244619156-create-collection.js';
import { CreateAssetGroup1795244702417 } from './migrations/1795244702417-create-asset-group.js';
import { CreateAnalysis1795246500415 } from './migrations/1795246500415-create-analysis.js';
import { CreateAnalysisRun1795255300000 } from './migrations/1795255300000-create-analysis-run.js';
import { CreateAuditLog1795255500000 } from './migrations/1795255500000-create-audit-log.js';
import { CreatePendingEdge1795256800000 } from './migrations/1795256800000-create-pending-edge.js';
import { CreateIngestJob1795257000000 } from './migrations/1795257000000-create-ingest-job.js';
import { CreateWholeLists1795257100000 } from './migrations/1795257100000-create-whole-lists.js';
import { CreateClientToken1795258000000 } from './migrations/1795258000000-create-client-token.js';
import { CreateOpenJobIndex1795258100000 } from './migrations/1795258100000-create-open-job-index.js';
import { CreateJobLog1795258200000 } from './migrations/1795258200000-create-job-log.js';
import { CreateCollectedData1795258300000 } from './migrations/1795258300000-create-collected-data.js';
import { CreateRetentionTurn1795258400000 } from './migrations/1795258400000-create-retention-turn.js';
import { AddEventTitle1795258500000 } from './migrations/1795258500000-add-event-title.js';
import { CreateFinishedJobDay1795258600000 } from './migrations/1795258600000-create-finished-job-day.js';
import { AddAnalysisBegun1795258700000 } from './migrations/1795258700000-add-analysis-begun.js';
import { CreateJobSpanCheck1795258800000 } from './migrations/1795258800000-create-job-span-check.js';
import { AddEarliestStart1795258900000 } from './migrations/1795258900000-add-earliest-start.js';
import { CreateListSet1795259000000 } from './migrations/1795259000000-create-list-set.js';
import { CreateTokenProof1795259100000 } from './migrations/1795259100000-create-token-proof.js';
import { AddAccountNames1795259300000 } from './migrations/1795259300000-add-account-names.js';
import { CreateExtension1795259350000 } from './migrations/1795259350000-create-extension.js';
import { DropAssetGroupCount1795259360000 } from './migrations/1795259360000-drop-asset-group-count.js';
import { AddFileFailures1795259400000 } from './migrations/1795259400000-add-file-failures.js';

/** Every migration, oldest first. A file that is not listed here does not run; a test compares this list with the folder. */
export const migrations: Function[] = [
  CreateGraph1795243867782,
  CreateCustomNode1795244011052,
  CreateSamlProvider1795244311230,
  CreateAuth1795244397606,
  CreateCollection1795244619156,
  CreateAssetGroup1795244702417,
  CreateAnalysis1795246500415,
  CreateAnalysisRun1795255300000,
  CreateAuditLog1795255500000,
  CreatePendingEdge1795256800000,
  CreateIngestJob1795257000000,
  CreateWholeLists1795257100000,
  CreateClientToken1795258000000,
  CreateOpenJobIndex1795258100000,
  CreateJobLog1795258200000,
  CreateCollectedData1795258300000,
  CreateRetentionTurn1795258400000,
  AddEventTitle1795258500000,
  CreateFinishedJobDay1795258600000,
  AddAnalysisBegun1795258700000,
  CreateJobSpanCheck1795258800000,
  AddEarliestStart1795258900000,
  CreateListSet1795259000000,
  CreateTokenProof1795259100000,
  AddAccountNames1795259300000,
  CreateExtension1795259350000,
  DropAssetGroupCount1795259360000,
  AddFileFailures1795259400000,
];
