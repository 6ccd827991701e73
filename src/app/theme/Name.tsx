/** The name of a record. Its parts stand in the order of the reader's language, each in its own direction. */
import { Fragment } from 'react';
import { APART } from '../../core/records/name.ts';

export function Name({ of }: { of: string | null | undefined }) {
  if (!of) return null;
  return (
    <span>
      {of.split(APART).map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and do not move
        <Fragment key={n}>
          {n > 0 && APART}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
