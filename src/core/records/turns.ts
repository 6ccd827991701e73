/**
 * Which version of a form new records are captured with: the newest one that is not withdrawn and whose day has come. A version
 * may wait for a day; one before which a later version begins never has its turn.
 */

/** A version with the first ISO day, in Kabul, on which new records are captured with it. '' for a version that waits for none. */
export interface VersionTurn {
  version: number;
  from: string;
}

/** Returns the turns of the versions that are not withdrawn, the earliest first. `versions` are in order, the oldest first. */
export function versionTurns(versions: readonly VersionTurn[]): VersionTurn[] {
  const turns: VersionTurn[] = [];
  for (const one of [...versions].reverse()) {
    const [next] = turns;
    if (!next || one.from < next.from) turns.unshift(one);
  }
  return turns;
}

/** Returns the turn of a day, and those ahead. If none has come, the first one counts as come, so that there is a version. */
export function turnsFrom(turns: readonly VersionTurn[], day: string): VersionTurn[] {
  return turns.filter((_turn, at) => {
    const next = turns[at + 1];
    return !next || next.from > day;
  });
}
