import { ServiceSettings } from './service-settings.js';
import { ChoiceSetting, IntegerSetting, TextSetting } from './setting.decorators.js';

const DAY = 86_400;

/**
 * Every setting of the service, typed, validated and frozen at start ({@link loadSettings}): how it is reached, and below uploads, how files
 * are read and analysed, what is kept, how it stops and logs. Nothing else reads the environment. Times are in seconds and sizes in bytes
 * unless the name says otherwise.
 */
export class Settings extends ServiceSettings {
  @TextSetting(
    'SPOOL_DIR',
    '',
    [/^/, 'a path, or empty'],
    'Folder where files that are uploaded wait to be read, shared by all instances; empty takes spool in DATA_DIR.',
  )
  readonly spoolDir!: string;

  @IntegerSetting(
    'MAX_UPLOAD_BYTES',
    8_589_934_592,
    [1024, Number.MAX_SAFE_INTEGER],
    'Largest file that can be uploaded, as sent.',
  )
  readonly maxUploadBytes!: number;

  @IntegerSetting(
    'UPLOAD_IDLE_TIMEOUT',
    60,
    [1, 3600],
    'Seconds without a byte after which an upload is given up; however long the whole takes.',
  )
  readonly uploadIdleTimeout!: number;

  @IntegerSetting(
    'UPLOAD_DISK_RESERVE_BYTES',
    0,
    [0, Number.MAX_SAFE_INTEGER],
    'Free space on the disk of SPOOL_DIR that uploads never use; 0 reserves 1 GB or 5 % of the disk, whichever is larger.',
  )
  readonly uploadDiskReserveBytes!: number;

  @IntegerSetting(
    'UPLOAD_TIMEOUT',
    1200,
    [1, 30 * DAY],
    'Seconds without a file after which an upload ends; the files it has are kept. Checked once a minute.',
  )
  readonly uploadTimeout!: number;

  @IntegerSetting(
    'CLIENT_TIMEOUT',
    600,
    [1, 30 * DAY],
    'Seconds without a word of a collection client after which the job it runs has timed out; what it sent is kept.',
  )
  readonly clientTimeout!: number;

  @IntegerSetting('INGEST_WORKERS', 2, [1, 64], 'Files that this process reads into the graph at a time.')
  readonly ingestWorkers!: number;

  @IntegerSetting(
    'INGEST_WORKER_MEMORY_MIB',
    1024,
    [64, 65_536],
    'Memory that the reading of one file may take, in MiB of JavaScript objects; a file that needs more fails.',
  )
  readonly ingestWorkerMemoryMib!: number;

  @IntegerSetting(
    'MAX_UNPACKED_BYTES',
    68_719_476_736,
    [1_048_576, 1_125_899_906_842_624],
    'Most bytes that one collected file (ZIP, gzip) may unpack to.',
  )
  readonly maxUnpackedBytes!: number;

  @IntegerSetting(
    'MAX_ZIP_RATIO',
    250,
    [2, 2000],
    'How many times its size a ZIP, an entry of one or a gzip file may unpack to, where that is more than 16 MiB.',
  )
  readonly maxZipRatio!: number;

  @IntegerSetting('MAX_ZIP_ENTRIES', 10_000, [1, 1_000_000], 'Most entries of a ZIP, with those of ZIPs inside it.')
  readonly maxZipEntries!: number;

  @IntegerSetting(
    'MAX_ZIP_NESTING',
    2,
    [1, 8],
    'How many ZIP or gzip files may lie around collected data, one in another.',
  )
  readonly maxZipNesting!: number;

  @IntegerSetting(
    'MAX_RECORD_BYTES',
    67_108_864,
    [1024, 268_435_456],
    'Largest record of a collected file, such as a group with its members; larger ones are left out and named.',
  )
  readonly maxRecordBytes!: number;

  @IntegerSetting(
    'MAX_JSON_DEPTH',
    64,
    [8, 1000],
    'How deep objects and lists of a record may be nested; deeper records are left out and named.',
  )
  readonly maxJsonDepth!: number;

  @IntegerSetting(
    'MAX_STRING_LENGTH',
    1_048_576,
    [256, 268_435_456],
    'Most characters of one text of a record; longer ones are left out and named.',
  )
  readonly maxStringLength!: number;

  @IntegerSetting(
    'ANALYSIS_MAX_WAIT',
    300,
    [0, DAY],
    'Most seconds that an analysis that was asked for waits for files that are still to be read.',
  )
  readonly analysisMaxWait!: number;

  @IntegerSetting(
    'RETENTION_SESSIONS',
    { community: 0, enterprise: 3 },
    [0, 36_500],
    'Days after which a session that no collection has seen again is gone; 0 keeps it.',
  )
  readonly retentionSessions!: number;

  @IntegerSetting(
    'RETENTION_DATA',
    { community: 0, enterprise: 7 },
    [0, 36_500],
    'Days after which nodes and edges that no collection has seen again are gone; 0 keeps them.',
  )
  readonly retentionData!: number;

  @IntegerSetting(
    'RETENTION_UPLOADS',
    90,
    [0, 36_500],
    'Days that uploads, of accounts and of jobs, and analysis runs without statistics are kept after their end; 0 keeps them.',
  )
  readonly retentionUploads!: number;

  @IntegerSetting(
    'RETENTION_JOBS',
    0,
    [0, 36_500],
    'Days that jobs are kept after their end, with their results and logs; 0 keeps them.',
  )
  readonly retentionJobs!: number;

  @IntegerSetting('RETENTION_AUDIT', 365, [0, 36_500], 'Days that the audit log goes back; 0 keeps all of it.')
  readonly retentionAudit!: number;

  @IntegerSetting(
    'SHUTDOWN_GRACE',
    30,
    [0, 3600],
    'Seconds that requests in flight have to finish when the service is asked to stop.',
  )
  readonly shutdownGrace!: number;

  @ChoiceSetting(
    'LOG_LEVEL',
    'info',
    ['silent', 'error', 'warn', 'info', 'debug'],
    'What is logged, one JSON object a line.',
  )
  readonly logLevel!: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}
