/**
 * The server's answers, and those of the device where there was no response. A server that says it is away is believed. What is
 * saved goes to the server alone: whether a save that does not reach it waits on the device, the person says.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '../data/errors.ts';
import { isFormOpen } from '../data/openForm.ts';
import { serverReached } from '../data/signals.ts';
import type { DataSource } from '../data/source.ts';

/** True for what the device may answer too. What is saved, and what only the server has, goes to it alone. */
const ON_DEVICE: Readonly<Record<keyof DataSource, boolean>> = {
  session: true,
  common: true,
  forms: true,
  definition: true,
  definitionMedia: true,
  home: true,
  digest: true,
  list: true,
  listAll: true,
  totals: true,
  children: true,
  views: true,
  find: true,
  findRecords: true,
  record: true,
  history: true,
  review: true,
  attachments: true,
  file: true,
  overview: true,
  problems: true,
  createForm: true,
  isUnique: true,
  lookup: true,
  searchOptions: true,
  positions: true,
  masterTable: true,
  provinces: true,
  districts: true,
  villages: true,
  places: true,
  findPlaces: true,
  borders: true,
  changePassword: false,
  chooseDigest: false,
  endOtherSessions: false,
  endOwnSession: false,
  exportList: false,
  figures: false,
  figuresFile: false,
  login: false,
  logout: false,
  matrix: false,
  news: false,
  ownSessions: false,
  problemsFile: false,
  rates: false,
  remove: false,
  report: false,
  reportBehind: false,
  reportFile: false,
  reportResult: false,
  reports: false,
  restore: false,
  savePreferences: false,
  seeNews: false,
  store: false,
  transition: false,
  transitionAll: false,
  update: false,
  uploadFile: false,
};

/** Milliseconds between two times that everything is asked again: on a bad line some requests are answered, and others never. */
const ASKED_MS = 15_000;

/** True while a screen may show what the device answered for the server. */
let isBehind = false;

/** What neither has says why the server was not reached: the screen opens by itself when it is. */
export function withFallback(server: DataSource, device: DataSource): DataSource {
  type Request = (...given: unknown[]) => Promise<unknown>;
  const readOf = (name: keyof DataSource): Request => {
    const [ask, look] = [server[name], device[name]] as unknown as Request[];
    return async (...given) => {
      try {
        return await ask?.(...given);
      } catch (error) {
        if (!isApiError(error) || error.status !== 0) throw error;
        const found = await look?.(...given).catch(() => {
          throw error;
        });
        isBehind = true;
        return found;
      }
    };
  };
  const reads = (Object.keys(ON_DEVICE) as (keyof DataSource)[]).filter((name) => ON_DEVICE[name]);
  return { ...server, ...Object.fromEntries(reads.map((name) => [name, readOf(name)])) };
}

/** Asks the server again, when it may be reached, for what the device answered. An open form stays as it is. */
export function refetchWhenReachable(client: QueryClient): void {
  let last = Number.NEGATIVE_INFINITY;
  const ask = () => {
    if (!isBehind || performance.now() - last < ASKED_MS) return;
    isBehind = false;
    last = performance.now();
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries({ refetchType: isFormOpen() ? 'none' : 'active' });
  };
  serverReached.listen(ask);
  window.addEventListener('online', ask);
}
