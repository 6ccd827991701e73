/**
 * A store is a database, a folder of files, and the key that signs its history. The folder has the store's random name, the
 * database that name and the key's fingerprint. With another folder a server would call files missing and end other people's
 * uploads, with another key it would sign what nobody can check. So it refuses to start, also as the second of two.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSigner, readPublicKey } from './audit/signer.ts';
import type { Database } from './db/database.ts';
import { PRIVATE_FILE } from './db/private.ts';
import { readSetting, removeSetting, writeSetting } from './db/storedSettings.ts';
import { createFileAtomically, makeFolder } from './files/durable.ts';
import { contentPath } from './files/sweep.ts';
import type { Settings } from './settings/settings.ts';

type Places = Pick<Settings, 'dataDir' | 'auditKeyFile'>;

/** Name of the file with the store's name, in the folder of files. Backups leave it out: what is restored is another store. */
export const STORE_FILE = 'store-id';
const STORE = 'store.id';
const SIGNER = 'store.signer';

/** Newest files of which one must be there before a folder is taken for the store's. */
const LOOKED_AT = 20;

class StoreIsApart extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreIsApart';
  }
}

/** Throws StoreIsApart if folder or key are not the database's. The first server of a database makes them so. */
export async function mustMatchStore(database: Database, { dataDir, auditKeyFile }: Places): Promise<void> {
  const folder = join(dataDir, 'files');
  const known = async () => [await readSetting(database.read, STORE), await readSetting(database.read, SIGNER)];
  if ((await known()).includes(null))
    await database.hold('store', async () => {
      const [name, signer] = await known();
      if (name === null) await writeSetting(database.kysely, STORE, await firstName(database, folder));
      if (signer === null) await writeSetting(database.kysely, SIGNER, (await openSigner(auditKeyFile)).id);
    });
  const [name, signer] = await known();
  const found = await readName(folder);
  if (found !== name) throw new StoreIsApart(otherFolder(folder, found));
  const key = await readPublicKey(auditKeyFile);
  if (key?.id !== signer) throw new StoreIsApart(otherKey(auditKeyFile, key !== null));
}

/** Lets the database take folder and key for its own, whatever it had before. Makes a key if there is none. */
export async function adoptFolderAndKey(database: Database, { dataDir, auditKeyFile }: Places): Promise<void> {
  await adoptFolder(database, dataDir);
  await writeSetting(database.kysely, SIGNER, (await openSigner(auditKeyFile)).id);
}

/** Makes a new name for the store. */
async function adoptFolder({ kysely }: Database, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files');
  await rm(join(folder, STORE_FILE), { force: true });
  await writeSetting(kysely, STORE, await makeName(folder));
}

/** Makes a restored database another store, whose key is the one that its first server has. */
export async function becomeNewStore(database: Database, dataDir: string): Promise<void> {
  await adoptFolder(database, dataDir);
  await removeSetting(database.kysely, SIGNER);
}

/** Returns the name of the folder of a database that knows none yet; makes it if the folder has none. */
async function firstName({ engine, read }: Database, folder: string): Promise<string> {
  const found = await readName(folder);
  // An embedded database lies beside its files.
  if (engine === 'postgres') {
    const rows = await read.selectFrom('attachments').select('hash').orderBy('id', 'desc').limit(LOOKED_AT).execute();
    const hasFiles = rows.some(({ hash }) => existsSync(contentPath(folder, hash)));
    const isNew = rows.length === 0 && found === null;
    if (!hasFiles && !isNew) throw new StoreIsApart(otherFolder(folder, found));
  }
  return found ?? makeName(folder);
}

async function readName(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, STORE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : text.trim();
}

async function makeName(folder: string): Promise<string> {
  await makeFolder(folder);
  const name = randomUUID();
  if (!(await createFileAtomically(join(folder, STORE_FILE), `${name}\n`, PRIVATE_FILE)))
    throw new Error(`another program makes ${STORE_FILE} in ${folder}`);
  return name;
}

const REMEDY = 'Give this server the same as the others have';

function otherFolder(folder: string, found: string | null): string {
  const why = found === null ? `it has no ${STORE_FILE} or none of its files` : `its ${STORE_FILE} is another one`;
  return `The folder ${folder} does not belong to this database: ${why}. ${REMEDY} (DATA_DIR on a shared folder), or copy all of that folder here, ${STORE_FILE} too. If it is lost for good, the command "adopt" takes this one for its own.`;
}

function otherKey(file: string, isThere: boolean): string {
  const why = isThere ? 'is not the one that signs the history of this database' : 'is not there';
  return `The key ${file} ${why}. ${REMEDY} (AUDIT_KEY_FILE), or copy key.pem and key.pem.pub here. If it is lost for good, the command "adopt" goes on with this one, or makes one.`;
}
