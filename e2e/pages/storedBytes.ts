/** Looks for words in what the browser has stored. */
import type { Page } from 'playwright';

/** Whether the text can be read in a local database. */
export function isReadable(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name as string);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        if (JSON.stringify(rows).includes(wanted)) return true;
      }
      database.close();
    }
    return false;
  }, text);
}
