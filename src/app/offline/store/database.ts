/**
 * Databases of this device: one with the accounts, and one for each account with all it stores. What stands in clear are
 * random ids, ids of records, names of forms, and numbers.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Bytes, StoreKeys, WrappedSecret } from './crypto.ts';
import type { OfficeSecret } from './officeKey.ts';

export interface AccountRow {
  /** Id of the user. */
  id: string;
  /** `usernameHash`. */
  name: string;
  /** Name of the account's database. */
  database: string;
  password: WrappedSecret;
  /** The secret for the office. Absent until a login after the organisation made a rescue key. */
  office?: OfficeSecret;
  /** Absent if the secret is of a build that left keys in the database's log: the next login renews it. */
  renewal?: SecretRenewal;
}

/** How far a store is whose secret was renewed. Empty if its secret is the first one. */
export interface SecretRenewal {
  /** `wrapEarlierSecret`. */
  earlier?: Bytes;
  /** Something may still be encrypted with the earlier secret. */
  isRunning?: true;
}

/** The account that is logged in, so that a reload need not ask for the password. Removed at logout. */
export interface SessionRow {
  id: string;
  account: string;
  username: string;
  /** The secret of the store, encrypted with the key of the session. */
  secret?: Bytes;
  /** Instant after which the session opens nothing any more. Absent if it lasts until logout. */
  until?: string;
  /** Of a build that wrote the keys themselves. */
  keys?: StoreKeys;
}

export type AccountsDatabase = Dexie & {
  accounts: EntityTable<AccountRow, 'id'>;
  sessions: EntityTable<SessionRow, 'id'>;
};

/** Records of a form that were encrypted together. `ids` names those that are still current. */
export interface BlockRow {
  block: string;
  form: string;
  ids: string[];
  /** The ciphertext still contains records that were removed from the device. */
  unclean?: true;
}

/** Ciphertext of a block, or of a file in pieces. */
export interface ContentRow {
  id: string;
  parts: Bytes[];
}

export interface OperationRow {
  seq: number;
  id: string;
  bytes: Bytes;
}

export interface FileRow {
  /** Also the id of its content. */
  file: string;
  /** Its id, and its earlier ones. */
  ids: string[];
  /** Blind name of its draft, '' if it belongs to none. */
  owner: string;
  bytes: Bytes;
}

export interface DocumentRow {
  /** Blind name of its key. */
  id: string;
  key: Bytes;
  bytes: Bytes;
}

export type StoreDatabase = Dexie & {
  records: Table<BlockRow, string>;
  contents: Table<ContentRow, string>;
  /** Number of changes of each form's records, by which a tab notices those of others. */
  stamps: Table<{ form: string; changes: number }, string>;
  operations: Table<OperationRow, number, Omit<OperationRow, 'seq'>>;
  receipts: Table<OperationRow, number, Omit<OperationRow, 'seq'>>;
  files: Table<FileRow, string>;
  documents: Table<DocumentRow, string>;
  drafts: Table<{ id: string; bytes: Bytes }, string>;
};

const ACCOUNTS = 'amanat-accounts';
const STORE_PREFIX = 'amanat-store-';

export const newDatabaseName = (): string => STORE_PREFIX + crypto.randomUUID();

export function accountsDatabase(): AccountsDatabase {
  const db = new Dexie(ACCOUNTS) as AccountsDatabase;
  db.version(1).stores({ accounts: 'id, name', sessions: 'id' });
  return db;
}

export function storeDatabase(name: string): StoreDatabase {
  const db = new Dexie(name) as StoreDatabase;
  db.version(1).stores({
    records: 'block, form, *ids',
    contents: 'id',
    stamps: 'form',
    operations: '++seq, &id',
    receipts: '++seq, &id',
    files: 'file, *ids, owner',
    documents: 'id',
    drafts: 'id',
  });
  return db;
}
