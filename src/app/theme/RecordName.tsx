/** Names of records and other words with a dot between them. */
import { Fragment, type ReactNode } from 'react';
import { NAME_SEPARATOR } from '../../core/records/name.ts';

interface NameProps {
  of: string | null | undefined;
  /** It has lines of its own, in which each part wraps as a whole. */
  isBlock?: boolean;
}

/** The name of a record. Its parts stand in the order of the reader's language, each in its own direction. */
export function RecordName({ of, isBlock }: NameProps) {
  if (!of) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and do not move
  const parts = of.split(NAME_SEPARATOR).map((part, n) => <bdi key={n}>{part}</bdi>);
  if (isBlock) return <DotSeparated parts={parts} />;
  return (
    <span>
      {parts.map((part, n) => (
        <Fragment key={part.key}>
          {n > 0 && NAME_SEPARATOR}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** Parts that wrap as a whole. No line begins or ends with the dot between two of them. */
export function DotSeparated({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <span className="am-apart">
      <span>
        {parts.filter(Boolean).map((part, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and do not move
          <span key={n}>
            {n > 0 && <span>{NAME_SEPARATOR}</span>}
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
