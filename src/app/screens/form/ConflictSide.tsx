/** Radio button with one side of a conflict. */
import type { ReactNode } from 'react';
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

export const SIDES: readonly Side[] = ['mine', 'theirs'];

export function ConflictSide({ name, side, choice, onChoose, children }: Props) {
  const { t } = useTranslation('form');
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
        <strong>{t(`conflict.${side}`)}</strong>
        {children}
      </span>
    </label>
  );
}
