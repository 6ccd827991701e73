/** Row of one entry: its name in the user's language, the other two below, and its status. */

import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChoiceItem } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { date, nameOf } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { isItemOffered } from './api.ts';
import { ReferenceLabel } from './ReferenceLabel.tsx';

interface Props {
  entry: ChoiceItem;
  /** Name of the entry that this one was merged into. */
  mergedInto: string | null;
  onOpen?: () => void;
  /** Set while the user sorts. Moves the entry up (-1) or down (1). */
  onMove?: (by: number) => void;
  isFirst?: boolean;
  isLast?: boolean;
}

export function EntryRow({ entry, mergedInto, onOpen, onMove, isFirst, isLast }: Props) {
  const { t } = useTranslation('admin');
  const mark =
    mergedInto !== null
      ? t('tables.mergedInto', { name: isolateName(mergedInto) })
      : isItemOffered(entry)
        ? undefined
        : entry.valid_to
          ? t('tables.retiredOn', { day: date(entry.valid_to, 'short') })
          : t('tables.notYet');
  const words = <ReferenceLabel item={entry} mark={mark} />;
  return (
    <li className="am-inline am-gap-0" data-entry={entry.id} data-offered={isItemOffered(entry)}>
      {onOpen ? (
        <button type="button" className="am-way am-grow" onClick={onOpen}>
          {words}
          <Icon name="pencil" size={18} />
        </button>
      ) : (
        <div className="am-way am-grow">{words}</div>
      )}
      {onMove && (
        <span className="am-inline am-pad-x-3">
          {(['up', 'down'] as const).map((way) => (
            <ActionIcon
              key={way}
              variant="default"
              size="lg"
              disabled={(way === 'up' ? isFirst : isLast) === true}
              aria-label={t(`tables.${way}`, { name: isolateName(nameOf(entry)) })}
              onClick={() => onMove(way === 'up' ? -1 : 1)}
            >
              <Icon name={`arrow-${way}`} size={18} />
            </ActionIcon>
          ))}
        </span>
      )}
    </li>
  );
}
