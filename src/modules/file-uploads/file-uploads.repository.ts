import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { objectToken } from '../../database/sql/json-token.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { completedTaskList, type CompletedTaskListRequest, completedTaskShape } from './completed-tasks.fields.js';
import {
  fileUploadList,
  type FileUploadListRequest,
  fileUploadShape,
  type UploadTokens,
} from './file-uploads.fields.js';

/** Maximum of faults on one page, shared equally among its tasks. */
const faultsOfPage = 10_000;

const one = `SELECT ${objectToken({ data: fileUploadShape.tokenFor(tokensFrom(2)) })} FROM upload WHERE upload.id = $1 AND upload.kind = 'upload'`;

/** Tokens of the time, the days and the graph, as consecutive parameters of a statement. */
function tokensFrom(first: number): UploadTokens {
  return {
    now: `$${first}::timestamptz`,
    dataDays: `$${first + 1}::integer`,
    sessionDays: `$${first + 2}::integer`,
    version: `$${first + 3}::bigint`,
    obstacle: `$${first + 4}::text`,
  };
}

/** Reads uploads for the list endpoints; src/ingest/uploads writes them. */
@Injectable()
export class FileUploadsRepository {
  private readonly days: readonly [data: number, sessions: number];

  constructor(
    private readonly database: Database,
    private readonly graph: GraphKeeper,
    { retentionData, retentionSessions }: Settings,
  ) {
    this.days = [retentionData, retentionSessions];
  }

  listPage(request: FileUploadListRequest, now: Date): Promise<JsonText> {
    return listPage(this.database, fileUploadList, request, {
      from: "(SELECT * FROM upload WHERE kind = 'upload') upload",
      item: fileUploadShape.tokenFor(tokensFrom(1)),
      values: [now.toISOString(), ...this.days, ...this.graph.shown],
    });
  }

  /** `{ data: upload }` */
  find(id: number, now: Date): Promise<JsonText | null> {
    return jsonOf(this.database, one, [id, now, ...this.days, ...this.graph.shown]);
  }

  listTasks(uploadId: number, request: CompletedTaskListRequest): Promise<JsonText> {
    const lastFault = Math.max(0, Math.floor(faultsOfPage / Math.max(1, request.limit)) - 1);
    return listPage(this.database, completedTaskList, request, {
      from: 'upload_payload payload JOIN upload_file file ON file.id = payload.file_id AND file.upload_id = $1::integer',
      item: completedTaskShape.tokenFor({ lastFault: '$2::integer' }),
      values: [uploadId, lastFault],
    });
  }
}
