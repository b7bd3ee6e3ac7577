import {
  ChoiceSetting,
  FlagSetting,
  IntegerSetting,
  ListSetting,
  TextSetting,
  UrlSetting,
} from './setting.decorators.js';
import { TraceSettings } from './trace-settings.js';

const DAY = 86_400;

/**
 * Every setting of the service, typed, validated and frozen at start ({@link loadSettings}). No other code reads the environment. Times are
 * in seconds and sizes in bytes unless the name has another unit.
 */
export class Settings extends TraceSettings {
  /** Variables that are most likely misspelt settings, for the operator. */
  readonly misspelt: readonly string[] = [];

  @TextSetting(
    'SPOOL_DIR',
    '',
    [/^/, 'a path, or empty'],
    'Folder of uploaded files until they are read, shared by all instances unless SPOOL_URL is set; empty uses spool in DATA_DIR.',
  )
  readonly spoolDir!: string;

  @TextSetting(
    'SPOOL_URL',
    '',
    [/^(s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](\/[\w./-]*)?)?$/, 's3://BUCKET or s3://BUCKET/PREFIX, or empty'],
    'Bucket of uploaded files until they are read, shared by all instances; SPOOL_DIR then has only the files in transfer. Credentials come from the usual sources of AWS, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  )
  readonly spoolUrl!: string;

  @UrlSetting('SPOOL_S3_ENDPOINT', 'Server of the bucket of SPOOL_URL; empty uses AWS.')
  readonly spoolS3Endpoint!: string;

  @TextSetting(
    'SPOOL_S3_REGION',
    '',
    [/^[\w-]*$/, 'the name of a region, or empty'],
    'Region of the bucket of SPOOL_URL; empty uses AWS_REGION, or us-east-1 with SPOOL_S3_ENDPOINT.',
  )
  readonly spoolS3Region!: string;

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
    'Seconds without a byte after which the transfer of a file is aborted. Its whole duration has no limit.',
  )
  readonly uploadIdleTimeout!: number;

  @IntegerSetting(
    'UPLOAD_DISK_RESERVE_BYTES',
    0,
    [0, Number.MAX_SAFE_INTEGER],
    'Free space on the disk of SPOOL_DIR that uploads never use; 0 reserves the larger of 1 GB and 5 % of the disk.',
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
    'Seconds without a request of a collection client after which its job times out; the data that it sent is kept.',
  )
  readonly clientTimeout!: number;

  @IntegerSetting(
    'INGEST_WORKERS',
    0,
    [0, 64],
    'Files that this process reads into the graph at a time; 0: half as many as it has processors, at least one.',
  )
  readonly ingestWorkers!: number;

  @IntegerSetting(
    'INGEST_WORKER_MEMORY_MIB',
    1024,
    [64, 65_536],
    'Memory for reading one file, in MiB of JavaScript objects; a file that needs more fails.',
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
    'How many times its size a ZIP, an entry of a ZIP or a gzip file may unpack to; up to 16 MiB are always accepted.',
  )
  readonly maxZipRatio!: number;

  @IntegerSetting('MAX_ZIP_ENTRIES', 10_000, [1, 1_000_000], 'Most entries of a ZIP and of the ZIPs inside it.')
  readonly maxZipEntries!: number;

  @IntegerSetting('MAX_ZIP_NESTING', 2, [1, 8], 'How many ZIP or gzip files may be nested around collected data.')
  readonly maxZipNesting!: number;

  @IntegerSetting(
    'MAX_KINDS_PER_UPLOAD',
    3000,
    [1, 31_001],
    'Kinds of nodes and edges that an upload may add to the graph; records with others are skipped and reported.',
  )
  readonly maxKindsPerUpload!: number;

  @IntegerSetting(
    'MAX_KINDS_PER_ACCOUNT',
    6000,
    [1, 31_001],
    'Kinds in use that the uploads of an account, or of a client, may have added; records with others are skipped and reported.',
  )
  readonly maxKindsPerAccount!: number;

  @IntegerSetting(
    'MAX_RECORD_BYTES',
    67_108_864,
    [1024, 268_435_456],
    'Largest record of a collected file, such as a group with its members; larger records are skipped and reported.',
  )
  readonly maxRecordBytes!: number;

  @IntegerSetting(
    'MAX_JSON_DEPTH',
    64,
    [8, 1000],
    'How deep objects and arrays of a record may be nested; deeper records are skipped and reported.',
  )
  readonly maxJsonDepth!: number;

  @IntegerSetting(
    'MAX_STRING_LENGTH',
    1_048_576,
    [256, 268_435_456],
    'Most characters of one text of a record; longer texts are omitted and reported.',
  )
  readonly maxStringLength!: number;

  @FlagSetting(
    'CITRIX_RDP',
    false,
    'Whether remote desktop to a host of Citrix needs its local group Direct Access Users beside Remote Desktop Users.',
  )
  readonly citrixRdp!: boolean;

  @ChoiceSetting(
    'REQUIRE_MFA',
    'none',
    ['none', 'administrators', 'all'],
    'Accounts with a password that need a second factor: without one their sessions may only enrol it.',
  )
  readonly requireMfa!: 'none' | 'administrators' | 'all';

  @ChoiceSetting(
    'RULES',
    'released',
    ['released', 'all'],
    'The rules of the analysis: those of releases of BloodHound, or also those that only its sources have.',
  )
  readonly rules!: 'released' | 'all';

  @ListSetting(
    'PLAN_COSTS',
    '',
    [/^[a-z_]+:([1-9]\d{0,2}|1000|never)$/, 'sort:n with n from 1 to 1000, or sort:never, separated by commas'],
    'Costs of fixes in plans by their sorts, such as policy:20,sync:never, for requests without a cost of the sort.',
  )
  readonly planCosts!: readonly string[];

  @IntegerSetting('ANALYSIS_MAX_WAIT', 300, [0, DAY], 'Most seconds that a requested analysis waits for unread files.')
  readonly analysisMaxWait!: number;

  @IntegerSetting(
    'RETENTION_SESSIONS',
    { community: 0, enterprise: 3 },
    [0, 36_500],
    'Days after which a session is removed if no collection has seen it again; 0 keeps it.',
  )
  readonly retentionSessions!: number;

  @IntegerSetting(
    'RETENTION_DATA',
    { community: 0, enterprise: 7 },
    [0, 36_500],
    'Days after which nodes and edges are removed if no collection has seen them again; 0 keeps them.',
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
    'RETENTION_CHANGES',
    90,
    [0, 36_500],
    'Days for which changes of the graph are known, so that it can be compared with a former one; 0 keeps them.',
  )
  readonly retentionChanges!: number;

  @IntegerSetting(
    'RETENTION_JOBS',
    0,
    [0, 36_500],
    'Days that jobs are kept after their end, with their results and logs; 0 keeps them.',
  )
  readonly retentionJobs!: number;

  @IntegerSetting(
    'RETENTION_FINDINGS',
    365,
    [0, 36_500],
    'Days that the history of exposure, and in the enterprise edition resolved findings and their history, are kept; 0 keeps them.',
  )
  readonly retentionFindings!: number;

  @IntegerSetting('RETENTION_AUDIT', 365, [0, 36_500], 'Days that entries of the audit log are kept; 0 keeps them.')
  readonly retentionAudit!: number;

  @IntegerSetting(
    'RETENTION_QUERIES',
    30,
    [0, 36_500],
    'Days that entries of Cypher queries are kept in the audit log; 0 keeps them.',
  )
  readonly retentionQueries!: number;

  @IntegerSetting('RETENTION_ALERTS', 90, [1, 36_500], 'Days that alerts and their deliveries are kept.')
  readonly retentionAlerts!: number;

  @IntegerSetting(
    'SHUTDOWN_DELAY',
    0,
    [0, 600],
    'Seconds that the service still accepts requests when it stops, while /health/ready answers 503: the time in which balancers notice it.',
  )
  readonly shutdownDelay!: number;

  @IntegerSetting(
    'SHUTDOWN_GRACE',
    30,
    [0, 3600],
    'Seconds that requests in flight have to finish when the service stops, after SHUTDOWN_DELAY.',
  )
  readonly shutdownGrace!: number;

  @ChoiceSetting(
    'LOG_LEVEL',
    'info',
    ['silent', 'error', 'warn', 'info', 'debug'],
    'The least severity that is logged, one JSON object a line.',
  )
  readonly logLevel!: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}
