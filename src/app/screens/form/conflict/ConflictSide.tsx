/** Radio button with one side of a conflict. */
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeSide } from '../../../../core/records/merge.ts';

interface Props {
  /** Name of the field or row to choose for. Only one side per name can be chosen. */
  name: string;
  side: MergeSide;
  choice: MergeSide | undefined;
  onChoose: (side: MergeSide) => void;
  children: ReactNode;
}

/**
 * What stands against each other: two people; a file and the server, if somebody else decides for the person; or two devices of
 * one person. The words differ.
 */
export type ConflictParties = 'people' | 'file' | 'devices';

interface Sides extends Record<MergeSide, readonly (string | undefined)[]> {
  between: ConflictParties;
}

/** Who is behind each side, and when they changed it. */
export const SideNamesContext = createContext<Readonly<Sides>>({ mine: [], theirs: [], between: 'people' });

const SIDE_WORDS = {
  people: { mine: 'conflict.mine', theirs: 'conflict.theirs' },
  file: { mine: 'conflict.file', theirs: 'conflict.server' },
  devices: { mine: 'conflict.devices.mine', theirs: 'conflict.devices.theirs' },
} as const;

export const MERGE_SIDES: readonly MergeSide[] = ['mine', 'theirs'];

export function ConflictSide({ name, side, choice, onChoose, children }: Props) {
  const { t } = useTranslation('form');
  const sides = useContext(SideNamesContext);
  const about = sides[side].filter((part) => part);
  return (
    <label className="am-box am-conflict-side am-inline am-pad-3 am-start am-wraps">
      <input
        type="radio"
        name={`conflict-${name}`}
        value={side}
        checked={choice === side}
        onChange={() => onChoose(side)}
      />
      <span className="am-grow">
        <strong className="am-block">{t(SIDE_WORDS[sides.between][side])}</strong>
        {about.length > 0 && (
          <span className="am-below-1 am-flow am-meta am-row-gap-0">
            {about.map((part) => (
              <bdi key={part}>{part}</bdi>
            ))}
          </span>
        )}
        {children}
      </span>
    </label>
  );
}
