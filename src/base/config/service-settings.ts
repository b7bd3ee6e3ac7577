import { isIP } from 'node:net';
import {
  ChoiceSetting,
  FlagSetting,
  IntegerSetting,
  ListSetting,
  TextSetting,
  UrlSetting,
} from './setting.decorators.js';

const DAY = 86_400;

function isRedisUrl(text: string): boolean {
  return text === '' || (/^rediss?:\/\/\S+$/.test(text) && URL.canParse(text));
}

/** Whether Express accepts a text as a proxy that is trusted: a name, an address, or a range in CIDR notation. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) > 0 && Number(bits) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/**
 * The first half of {@link Settings}: the deployment, its addresses, the database, requests and accounts. It is a class of its own only
 * because of the length.
 */
export class ServiceSettings {
  @ChoiceSetting('EDITION', 'community', ['community', 'enterprise'], 'The edition of this deployment.')
  readonly edition!: 'community' | 'enterprise';

  @ChoiceSetting(
    'COMPAT',
    '',
    ['', 'bloodhound'],
    'Compatibility: bloodhound serves collectors and programs that were made for another product (docs/operations.md).',
  )
  readonly compat!: '' | 'bloodhound';

  @ChoiceSetting(
    'ROLE',
    'all',
    ['all', 'api', 'worker'],
    'The role of this process: all, api (serves requests and runs no tasks), worker (runs tasks, serves health and metrics only).',
  )
  readonly role!: 'all' | 'api' | 'worker';

  @FlagSetting('UI', true, 'Whether the service has a page for people at /ui, with logins by cookie.')
  readonly ui!: boolean;

  @FlagSetting('MCP', true, 'Whether assistants can ask the service at /mcp (Model Context Protocol).')
  readonly mcp!: boolean;

  @TextSetting('HOST', '127.0.0.1', [/^\S+$/, 'an address or a host name'], 'Address to listen on.')
  readonly host!: string;

  @IntegerSetting('PORT', 8080, [0, 65_535], 'Port to listen on; 0 selects a free port.')
  readonly port!: number;

  @UrlSetting('PUBLIC_URL', 'URL at which clients reach the service; empty uses the host of each request.')
  readonly publicUrl!: string;

  @ListSetting(
    'TRUSTED_PROXIES',
    '',
    [isProxy, 'addresses, CIDR ranges, loopback, linklocal or uniquelocal, separated by commas'],
    'Proxies with trusted X-Forwarded-* headers.',
  )
  readonly trustedProxies!: readonly string[];

  @TextSetting('DATA_DIR', 'data', [/\S/, 'a path'], 'Folder of the embedded database and of the generated secrets.')
  readonly dataDir!: string;

  @TextSetting(
    'DATABASE_URL',
    '',
    [/^(postgres(ql)?:\/\/([^\s%]|%[\da-f]{2})+)?$/i, 'a postgres:// URL, in which % of a password is %25, or empty'],
    'PostgreSQL 14 or newer to use instead of the embedded one. It may name several hosts, with target_session_attrs (docs/operations.md).',
  )
  readonly databaseUrl!: string;

  @ListSetting(
    'DATABASE_REPLICA_URLS',
    '',
    [/^postgres(ql)?:\/\/([^\s%]|%[\da-f]{2})+$/i, 'postgres:// URLs, separated by commas'],
    'Streaming replicas of DATABASE_URL that GET requests and the graph in memory are read from.',
  )
  readonly databaseReplicaUrls!: readonly string[];

  @IntegerSetting(
    'DATABASE_REPLICA_MAX_LAG_MS',
    100,
    [0, 60_000],
    'Milliseconds that a request waits for a replica to catch up; then it reads from DATABASE_URL.',
  )
  readonly databaseReplicaMaxLagMs!: number;

  @IntegerSetting(
    'DATABASE_POOL_SIZE',
    10,
    [1, 1000],
    'Connections of an instance to the database; questions leave some of them to other requests and to the service.',
  )
  readonly databasePoolSize!: number;

  @IntegerSetting(
    'DATABASE_WAIT',
    60,
    [0, 3600],
    'Seconds that the start waits for the database, and for another process that migrates it, before it fails.',
  )
  readonly databaseWait!: number;

  @IntegerSetting(
    'STATEMENT_TIMEOUT',
    330,
    [0, DAY],
    'Seconds after which PostgreSQL cancels a statement of a request; 0 sets no limit.',
  )
  readonly statementTimeout!: number;

  @IntegerSetting(
    'GRAPH_MEMORY',
    0,
    [0, 16_777_216],
    'MiB that the graph may take in the memory of a process, with the room to read its successor; 0: half of the memory that the process may use.',
  )
  readonly graphMemory!: number;

  @IntegerSetting(
    'QUERY_MEMORY',
    256,
    [1, 1_048_576],
    'MiB that queries in Cypher may take in the memory of a process, divided by its threads for questions; an answer is at most two thirds of such a share, and 32 MiB.',
  )
  readonly queryMemory!: number;

  @IntegerSetting('DEFAULT_WAIT', 30, [1, 3600], 'Seconds that a request may take if it does not set Prefer: wait=N.')
  readonly defaultWait!: number;

  @IntegerSetting('MAX_WAIT', 300, [1, DAY], 'Most seconds that a request may set.')
  readonly maxWait!: number;

  @FlagSetting(
    'ALLOW_UNLIMITED_WAIT',
    false,
    'Whether Prefer: wait=-1 removes the time limit of a request; STATEMENT_TIMEOUT then does not apply.',
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
    'MAX_UNPROVEN_BYTES',
    67_108_864,
    [65_536, Number.MAX_SAFE_INTEGER],
    'Bytes of request bodies, files included, that an instance accepts at a time before their signatures are verified: per token and per address.',
  )
  readonly maxUnprovenBytes!: number;

  @IntegerSetting(
    'COMPRESS_FROM_BYTES',
    32_768,
    [0, 1_073_741_824],
    'Responses of at least this size are compressed if the client accepts it.',
  )
  readonly compressFromBytes!: number;

  @IntegerSetting(
    'RATE_LIMIT_PER_SECOND',
    100,
    [0, 1_000_000],
    'Requests a second per principal, and per address for anonymous calls; 0 disables all limits except for logins.',
  )
  readonly rateLimitPerSecond!: number;

  @IntegerSetting(
    'RATE_LIMIT_BURST',
    200,
    [1, 10_000_000],
    'Requests that may arrive at once before RATE_LIMIT_PER_SECOND applies.',
  )
  readonly rateLimitBurst!: number;

  @IntegerSetting(
    'LOGIN_LIMIT_PER_MINUTE',
    10,
    [1, 100_000],
    'Failed logins a minute from one address, over all instances; as many for one name delay further logins with that name.',
  )
  readonly loginLimitPerMinute!: number;

  @TextSetting(
    'REDIS_URL',
    '',
    [isRedisUrl, 'a redis:// or rediss:// URL, or empty'],
    'Redis that counts the requests of all instances for RATE_LIMIT_PER_SECOND; empty counts them in each instance.',
  )
  readonly redisUrl!: string;

  @TextSetting(
    'SECRET_KEY',
    '',
    [isSecretOrEmpty, 'at least 32 characters, 8 of them different, or empty'],
    'Secret for encrypting token keys and signing sessions; empty keeps a generated one in DATA_DIR.',
  )
  readonly secretKey!: string;

  @TextSetting(
    'INITIAL_ADMIN_PASSWORD',
    '',
    [/^(.{12,1024})?$/, 'from 12 to 1024 characters, or empty'],
    'Password of the user admin, which the first start creates; empty generates one and prints it once.',
  )
  readonly initialAdminPassword!: string;

  @IntegerSetting('MAX_TOKENS_PER_ACCOUNT', 50, [1, 10_000], 'API tokens that an account may have at a time.')
  readonly maxTokensPerAccount!: number;

  @IntegerSetting(
    'MAX_SESSIONS_PER_ACCOUNT',
    50,
    [1, 10_000],
    'Sessions that an account may have at a time; a further login ends the oldest.',
  )
  readonly maxSessionsPerAccount!: number;

  @IntegerSetting(
    'MAX_OPEN_UPLOADS_PER_ACCOUNT',
    50,
    [1, 10_000],
    'Uploads that an account may have started and not ended at a time.',
  )
  readonly maxOpenUploadsPerAccount!: number;

  @IntegerSetting(
    'MAX_SAVED_QUERIES_PER_ACCOUNT',
    1000,
    [1, 100_000],
    'Saved queries that an account may have at a time.',
  )
  readonly maxSavedQueriesPerAccount!: number;

  @IntegerSetting('SESSION_TTL', 28_800, [60, 30 * DAY], 'Seconds until a bearer token expires.')
  readonly sessionTtl!: number;

  @IntegerSetting(
    'SESSION_IDLE',
    3600,
    [600, 30 * DAY],
    'Seconds after which a session of the page ends if nobody uses it. What the page asks by itself is no use.',
  )
  readonly sessionIdle!: number;

  @IntegerSetting(
    'QUESTIONS_PER_PRINCIPAL',
    4,
    [1, 1000],
    'Questions to the graph and lists that an instance answers at a time for one principal; the others wait, and principals take turns.',
  )
  readonly questionsPerPrincipal!: number;

  @IntegerSetting(
    'READER_TIMEOUT',
    15,
    [1, 3600],
    'Seconds after which a large answer ends if its reader takes nothing of it.',
  )
  readonly readerTimeout!: number;

  @ListSetting(
    'SIGNATURE_KEYWORDS',
    'svcsignature',
    [/^[A-Za-z0-9_-]+$/, 'words of letters, digits, _ and -, separated by commas'],
    'Words of the Authorization header that announce a signed request.',
  )
  readonly signatureKeywords!: readonly string[];
}

function isSecretOrEmpty(text: string): boolean {
  return text === '' || (/^.{32,}$/.test(text) && new Set(text.replaceAll(/\s/g, '')).size >= 8);
}
