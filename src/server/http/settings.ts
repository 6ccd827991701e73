/**
 * Settings come from the environment and nowhere else; `--help` prints this list. One place, so that what is documented
 * is what is read.
 */
import { join, resolve } from 'node:path';
import { ROOT } from '../root.ts';

export interface Settings {
  host: string;
  port: number;
  /** Folder of the embedded database, files and thumbnails. */
  dataDir: string;
  /** postgres://… ; without it SQLite in `dataDir`. */
  databaseUrl?: string;
  logLevel: string;
  /** Bytes one uploaded file may have. */
  fileLimit: number;
  /** Bytes of one person's uploads that no record names yet. */
  uploadQuota: number;
  /** Days a session lives after it was last used. */
  sessionDays: number;
  /** true: the address of a caller is the one a proxy in front names. */
  trustProxy: boolean;
  /** Folder of the built app. */
  appDir: string;
}

export interface SettingRow {
  name: string;
  fallback: string;
  meaning: string;
}

/** What `--help` and the README list. */
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
  { name: 'TRUST_PROXY', fallback: '0', meaning: '1 when a proxy in front sets X-Forwarded-For' },
];

/** A setting that cannot be read; the message is for the person who starts the server. */
export class SettingError extends Error {}

function number(env: NodeJS.ProcessEnv, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < minimum || value > maximum) {
    throw new SettingError(`${name} must be a number from ${minimum} to ${maximum}, not "${text}"`);
  }
  return value;
}

/** Reads the settings; `demo` only changes defaults. */
export function readSettings(env: NodeJS.ProcessEnv, demo = false): Settings {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new SettingError('DATABASE_URL must start with postgres:// (without it the embedded database is used)');
  }
  return {
    host: env.HOST || '127.0.0.1',
    port: number(env, 'PORT', 4000, 0, 65535),
    dataDir: resolve(env.DATA_DIR || (demo ? 'data/demo' : 'data')),
    ...(databaseUrl && { databaseUrl }),
    logLevel: env.LOG_LEVEL || (demo ? 'warn' : 'info'),
    fileLimit: Math.round(number(env, 'FILE_LIMIT_MB', 20, 0.001, 1024) * 1024 * 1024),
    uploadQuota: Math.round(number(env, 'UPLOAD_QUOTA_MB', 500, 0.001, 1024 * 1024) * 1024 * 1024),
    sessionDays: number(env, 'SESSION_DAYS', 14, 0.001, 3650),
    trustProxy: env.TRUST_PROXY === '1',
    appDir: join(ROOT, 'dist/app'),
  };
}
