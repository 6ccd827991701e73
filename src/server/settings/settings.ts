/** Every setting, read from the environment (`environment.ts` adds values from files). `help` prints this list. */
import { dirname, join, resolve } from 'node:path';
import { ROOT } from '../root.ts';
import { DEFAULT_BACKUP_KEEP, readBackupRetention, TIME_OF_DAY } from './backups.ts';
import { readTrustedProxies, type TrustedProxies } from './proxies.ts';

export interface Settings {
  host: string;
  port: number;
  /** Folder of the embedded database, files and thumbnails. */
  dataDir: string;
  /** postgres://… ; without it, SQLite in `dataDir`. */
  databaseUrl?: string;
  logLevel: string;
  /** Largest size of an uploaded file, in bytes. */
  fileLimit: number;
  /** Largest total size of one person's uploads that no record names yet, in bytes. */
  uploadQuota: number;
  /** Days after which an unused session ends. */
  sessionDays: number;
  /** Days after which every session ends. */
  sessionMaxDays: number;
  /** Proxies whose statement of a caller's address is trusted. */
  trustProxy: TrustedProxies;
  /** Callers with this token may read the metrics. Without it, nobody may. */
  metricsToken?: string;
  /** smtp(s)://user:password@host:port?from=address of the mail server. Without it, no e-mail is sent. */
  smtpUrl?: string;
  /** Address of this installation for links in e-mails. */
  publicUrl?: string;
  /** Private key that signs the seals of the history. Created if it does not exist. */
  auditKeyFile: string;
  /** File of lines about seals, to be copied elsewhere. */
  auditAnchorFile: string;
  /** The daily backup: time of day in Kabul (HH:MM), target folder, what is kept (7d,4w,12m). */
  backup?: { at: string; to: string; keep: string };
  /** Folder of the built app. */
  appDir: string;
}

/** Returns the file, beside the anchors, that lists erased answers. */
export function erasureFileOf({ auditAnchorFile }: Pick<Settings, 'auditAnchorFile'>): string {
  return join(dirname(auditAnchorFile), 'erasures.jsonl');
}

export interface SettingRow {
  name: string;
  fallback: string;
  meaning: string;
}

/** Every setting, as listed by `help` and src/server/README.md. */
export const SETTINGS: SettingRow[] = [
  { name: 'PORT', fallback: '4000', meaning: 'port to listen on' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all' },
  {
    name: 'DATA_DIR',
    fallback: 'data (demo: data/demo)',
    meaning: 'folder of the embedded database and of uploaded files',
  },
  {
    name: 'DATABASE_URL',
    fallback: '(embedded SQLite)',
    meaning: 'postgres://user:password@host/database for PostgreSQL 15 or newer',
  },
  { name: 'LOG_LEVEL', fallback: 'info (demo: warn)', meaning: 'fatal, error, warn, info, debug or silent' },
  { name: 'FILE_LIMIT_MB', fallback: '20', meaning: 'largest file that may be uploaded, in megabytes' },
  {
    name: 'UPLOAD_QUOTA_MB',
    fallback: '500',
    meaning: 'largest amount one person may upload before records name it, in megabytes',
  },
  { name: 'SESSION_DAYS', fallback: '14', meaning: 'days after which an unused login expires' },
  { name: 'SESSION_MAX_DAYS', fallback: '90', meaning: 'days after which every login expires' },
  {
    name: 'AUDIT_KEY_FILE',
    fallback: 'audit/key.pem in DATA_DIR',
    meaning: 'private key that signs the history; made at the first start, the same one for all servers of a database',
  },
  {
    name: 'AUDIT_ANCHOR_FILE',
    fallback: 'audit/anchors.jsonl in DATA_DIR',
    meaning: 'file of anchors of the history, to be copied elsewhere',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning: 'how many proxies stand in front (1), or their addresses and subnets (10.0.0.2, 172.18.0.0/16)',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '(no metrics)',
    meaning: 'who sends it as a bearer token reads GET /metrics (Prometheus)',
  },
  {
    name: 'SMTP_URL',
    fallback: '(no e-mail)',
    meaning: 'mail server for digests: smtps://user:password@host:465?from=amanat@example.org',
  },
  { name: 'PUBLIC_URL', fallback: '(no links)', meaning: 'address of this installation, for links in e-mails' },
  { name: 'BACKUP_AT', fallback: '(no backups)', meaning: 'time of day in Kabul of a daily backup, like 02:30' },
  { name: 'BACKUP_TO', fallback: '(none)', meaning: 'folder that takes the daily backups, better on another disk' },
  {
    name: 'BACKUP_KEEP',
    fallback: DEFAULT_BACKUP_KEEP,
    meaning: 'how many days, weeks and months keep their newest backup',
  },
];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** An invalid setting. The message is written for the person who starts the server. */
export class SettingError extends Error {}

/** A command called wrongly. The message is written for the person who typed it. */
export class UsageError extends Error {}

function number(env: NodeJS.ProcessEnv, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < minimum || value > maximum) {
    throw new SettingError(`${name} must be a number from ${minimum} to ${maximum}, not "${text}"`);
  }
  return value;
}

function oneOf(env: NodeJS.ProcessEnv, name: string, values: readonly string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!values.includes(text)) throw new SettingError(`${name} must be one of ${values.join(', ')}, not "${text}"`);
  return text;
}

function trustedProxies(text: string): TrustedProxies {
  const proxies = readTrustedProxies(text);
  if (proxies !== undefined) return proxies;
  throw new SettingError(
    `TRUST_PROXY must be the number of proxies in front of the server (0 to 10) or a list of their addresses and subnets, like "10.0.0.2, 172.18.0.0/16", not "${text}"`,
  );
}

/** Requires a token that is too long to guess and uses only characters that a header may contain. */
function metricsToken(text: string | undefined): Pick<Settings, 'metricsToken'> {
  if (!text) return {};
  if (!/^[\x21-\x7e]{16,200}$/.test(text))
    throw new SettingError('METRICS_TOKEN must have 16 to 200 Latin letters, digits or signs and no spaces');
  return { metricsToken: text };
}

/** The address of the sender stands in the URL too, so that one setting holds all there is to know. */
function mail({
  SMTP_URL: smtpUrl,
  PUBLIC_URL: publicUrl,
}: NodeJS.ProcessEnv): Pick<Settings, 'smtpUrl' | 'publicUrl'> {
  if (smtpUrl) {
    const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
    if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !url.searchParams.get('from')?.includes('@'))
      throw new SettingError(
        'SMTP_URL must be an address like smtps://user:password@host:465?from=amanat@example.org, with signs other than letters and digits in the password written as %40 and the like',
      );
  }
  if (publicUrl && !(URL.canParse(publicUrl) && /^https?:/.test(publicUrl)))
    throw new SettingError(`PUBLIC_URL must be an address like https://amanat.example.org, not "${publicUrl}"`);
  return { ...(smtpUrl && { smtpUrl }), ...(publicUrl && { publicUrl: publicUrl.replace(/\/+$/, '') }) };
}

function dailyBackup({ BACKUP_AT: at, BACKUP_TO: to, BACKUP_KEEP }: NodeJS.ProcessEnv): Pick<Settings, 'backup'> {
  if (!at) return {};
  if (!to) throw new SettingError('BACKUP_AT needs BACKUP_TO, the folder that takes the backups');
  const keep = BACKUP_KEEP || DEFAULT_BACKUP_KEEP;
  if (!TIME_OF_DAY.test(at)) throw new SettingError(`BACKUP_AT must be a time of day like 02:30, not "${at}"`);
  if (!readBackupRetention(keep))
    throw new SettingError(`BACKUP_KEEP must be like ${DEFAULT_BACKUP_KEEP}, not "${keep}"`);
  return { backup: { at, to: resolve(to), keep } };
}

/** Reads the settings. `demo` only changes defaults. */
export function readSettings(env: NodeJS.ProcessEnv, demo = false): Settings {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !(/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl))) {
    throw new SettingError(
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database, with signs other than letters and digits in the password written as %40 and the like (without it the embedded database is used)',
    );
  }
  const dataDir = resolve(env.DATA_DIR || (demo ? 'data/demo' : 'data'));
  return {
    host: env.HOST || '127.0.0.1',
    port: number(env, 'PORT', 4000, 0, 65535),
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? (demo ? 'warn' : 'info'),
    fileLimit: Math.round(number(env, 'FILE_LIMIT_MB', 20, 0.001, 1024) * 1024 * 1024),
    uploadQuota: Math.round(number(env, 'UPLOAD_QUOTA_MB', 500, 0.001, 1024 * 1024) * 1024 * 1024),
    sessionDays: number(env, 'SESSION_DAYS', 14, 0.001, 3650),
    sessionMaxDays: number(env, 'SESSION_MAX_DAYS', 90, 0.001, 3650),
    trustProxy: trustedProxies(env.TRUST_PROXY || '0'),
    ...metricsToken(env.METRICS_TOKEN),
    ...mail(env),
    auditKeyFile: resolve(env.AUDIT_KEY_FILE || join(dataDir, 'audit/key.pem')),
    auditAnchorFile: resolve(env.AUDIT_ANCHOR_FILE || join(dataDir, 'audit/anchors.jsonl')),
    ...dailyBackup(env),
    appDir: join(ROOT, 'dist/app'),
  };
}
