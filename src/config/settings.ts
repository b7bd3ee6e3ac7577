import { ChoiceSetting, FlagSetting, IntegerSetting, ListSetting, TextSetting } from './setting.decorators.js';

const DAY = 86_400;

/**
 * Every setting of the service, typed, validated and frozen at start ({@link loadSettings}): what the deployment is, where it listens, its
 * database, requests, accounts, uploads, how files are read and analysed, what is kept, how it stops and logs. Nothing else reads the
 * environment. Times are in seconds and sizes in bytes unless the name says otherwise.
 */
export class Settings {
  @ChoiceSetting('EDITION', 'community', ['community', 'enterprise'], 'Which edition this deployment is.')
  readonly edition!: 'community' | 'enterprise';

  @ChoiceSetting(
    'COMPAT',
    '',
    ['', 'bloodhound'],
    'Lets collectors and programs made for another product in: bloodhound answers in its forms (docs/operations.md).',
  )
  readonly compat!: '' | 'bloodhound';

  @ChoiceSetting(
    'ROLE',
    'all',
    ['all', 'api', 'worker'],
    'What this process does: all, api (answers requests and runs no tasks), worker (runs tasks, answers health and metrics only).',
  )
  readonly role!: 'all' | 'api' | 'worker';

  @TextSetting('HOST', '127.0.0.1', [/^\S+$/, 'an address or a host name'], 'Address to listen on.')
  readonly host!: string;

  @IntegerSetting('PORT', 8080, [0, 65_535], 'Port to listen on; 0 takes a free one.')
  readonly port!: number;

  @TextSetting(
    'PUBLIC_URL',
    '',
    [/^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/, 'an http(s) URL, or empty'],
    'Where clients reach the service; empty takes the host of each request.',
  )
  readonly publicUrl!: string;

  @ListSetting(
    'TRUSTED_PROXIES',
    '',
    [
      /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/,
      'addresses, CIDR ranges, loopback, linklocal or uniquelocal, separated by commas',
    ],
    'Proxies whose X-Forwarded-* headers are believed.',
  )
  readonly trustedProxies!: readonly string[];

  @TextSetting('DATA_DIR', 'data', [/\S/, 'a path'], 'Folder of the embedded database and of the generated secrets.')
  readonly dataDir!: string;

  @TextSetting(
    'DATABASE_URL',
    '',
    [/^(postgres(ql)?:\/\/\S+)?$/, 'a postgres:// URL, or empty'],
    'PostgreSQL 14 or newer to use instead of the embedded one.',
  )
  readonly databaseUrl!: string;

  @IntegerSetting('DATABASE_POOL_SIZE', 10, [1, 1000], 'Connections an instance keeps to the database.')
  readonly databasePoolSize!: number;

  @IntegerSetting('DATABASE_WAIT', 60, [0, 3600], 'Seconds the start waits for the database before it gives up.')
  readonly databaseWait!: number;

  @IntegerSetting(
    'STATEMENT_TIMEOUT',
    330,
    [0, DAY],
    'Seconds after which PostgreSQL ends any statement of a request by itself; 0 never does.',
  )
  readonly statementTimeout!: number;

  @FlagSetting(
    'GRAPH_SNAPSHOT',
    true,
    'Whether an instance keeps memberships and admin rights in memory (about 11 MB per million of them), once it was asked for such.',
  )
  readonly graphSnapshot!: boolean;

  @IntegerSetting('DEFAULT_WAIT', 30, [1, 3600], 'Seconds a request may take when it does not say (Prefer: wait=N).')
  readonly defaultWait!: number;

  @IntegerSetting('MAX_WAIT', 300, [1, DAY], 'Most seconds a request may ask for.')
  readonly maxWait!: number;

  @FlagSetting(
    'ALLOW_UNLIMITED_WAIT',
    false,
    'Whether Prefer: wait=-1 lifts the time limit of a request; STATEMENT_TIMEOUT then does not apply.',
  )
  readonly allowUnlimitedWait!: boolean;

  @IntegerSetting(
    'MAX_BODY_BYTES',
    10_485_760,
    [1024, 1_073_741_824],
    'Largest request body, as sent and as decompressed.',
  )
  readonly maxBodyBytes!: number;

  @IntegerSetting(
    'COMPRESS_FROM_BYTES',
    32_768,
    [0, 1_073_741_824],
    'Answers from this size on are compressed for clients that accept it.',
  )
  readonly compressFromBytes!: number;

  @IntegerSetting(
    'RATE_LIMIT_PER_SECOND',
    100,
    [0, 1_000_000],
    'Requests a second per principal, and per address for anonymous calls; 0 lifts all rate limits.',
  )
  readonly rateLimitPerSecond!: number;

  @IntegerSetting(
    'RATE_LIMIT_BURST',
    200,
    [1, 10_000_000],
    'Requests that may come at once before RATE_LIMIT_PER_SECOND holds.',
  )
  readonly rateLimitBurst!: number;

  @IntegerSetting('LOGIN_LIMIT_PER_MINUTE', 10, [1, 100_000], 'Logins tried a minute, per address and per user name.')
  readonly loginLimitPerMinute!: number;

  @TextSetting(
    'SECRET_KEY',
    '',
    [/^(.{32,})?$/, 'at least 32 characters, or empty'],
    'Secret from which token keys are encrypted and sessions signed; empty keeps a generated one in DATA_DIR.',
  )
  readonly secretKey!: string;

  @TextSetting(
    'INITIAL_ADMIN_PASSWORD',
    '',
    [/^(.{12,})?$/, 'at least 12 characters, or empty'],
    'Password of the user admin that the first start makes; empty makes one and prints it once.',
  )
  readonly initialAdminPassword!: string;

  @IntegerSetting('SESSION_TTL', 28_800, [60, 30 * DAY], 'Seconds a bearer token lives.')
  readonly sessionTtl!: number;

  @ListSetting(
    'SIGNATURE_KEYWORDS',
    'svcsignature',
    [/^[A-Za-z0-9_-]+$/, 'words of letters, digits, _ and -, separated by commas'],
    'Words of the Authorization header that announce a signed request.',
  )
  readonly signatureKeywords!: readonly string[];

  @IntegerSetting(
    'PASSWORD_HASH_MEMORY_KIB',
    19_456,
    [8192, 1_048_576],
    'Memory of one password hash (argon2id), in KiB.',
  )
  readonly passwordHashMemoryKib!: number;

  @IntegerSetting('PASSWORD_HASH_CONCURRENCY', 2, [1, 64], 'Password hashes computed at a time; the others wait.')
  readonly passwordHashConcurrency!: number;

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
    'UPLOAD_TIMEOUT',
    1200,
    [1, 30 * DAY],
    'Seconds without a file after which an upload job takes no more; what it has is kept. Looked at once a minute, so that it may be seen a minute late.',
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
    3,
    [0, 36_500],
    'Days after which a session that no collection has seen again is gone; 0 keeps it.',
  )
  readonly retentionSessions!: number;

  @IntegerSetting(
    'RETENTION_DATA',
    7,
    [0, 36_500],
    'Days after which nodes and edges that no collection has seen again are gone; 0 keeps them.',
  )
  readonly retentionData!: number;

  @IntegerSetting(
    'RETENTION_JOBS',
    90,
    [0, 36_500],
    'Days that upload jobs, reports on what collection jobs sent, and analysis runs without statistics are kept after their end; 0 keeps them.',
  )
  readonly retentionJobs!: number;

  @IntegerSetting(
    'RETENTION_FINISHED_JOBS',
    0,
    [0, 36_500],
    'Days that collection jobs are kept after their end, with their results and logs; 0 keeps them.',
  )
  readonly retentionFinishedJobs!: number;

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
