/** Radio button with one side of a conflict. */
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side } from '../../../core/records/merge.ts';

interface Props {
  /** Name of the field or row to choose for. Only one side per name can be chosen. */
  name: string;
  side: Side;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
  children: ReactNode;
}

interface Sides extends Record<Side, readonly (string | undefined)[]> {
  /** True if somebody else decides for the person: `mine` is then what stands in a file. */
  isFromFile: boolean;
}

/** Who is behind each side, and when they changed it. */
export const SideNames = createContext<Readonly<Sides>>({ mine: [], theirs: [], isFromFile: false });

const FROM_FILE = { mine: 'file', theirs: 'server' } as const;

export const SIDES: readonly Side[] = ['mine', 'theirs'];

export function ConflictSide({ name, side, choice, onChoose, children }: Props) {
  const { t } = useTranslation('form');
  const sides = useContext(SideNames);
  const about = sides[side].filter((part) => part);
  return (
    <label className="am-conflict-side">
      <input
        type="radio"
        name={`conflict-${name}`}
        value={side}
        checked={choice === side}
        onChange={() => onChoose(side)}
      />
      <span>
        <strong>{t(`conflict.${sides.isFromFile ? FROM_FILE[side] : side}`)}</strong>
        {about.length > 0 && (
          <span className="am-conflict-who">
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
