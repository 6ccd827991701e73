/** One entry: its name in the reader's language, the two others below, and what is special about it. */
import { ActionIcon, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, languageTag } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { date, isolate, nameOf } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { Entry } from './api.ts';
import classes from './MasterTables.module.css';
import { isOffered } from './offered.ts';

interface Props {
  entry: Entry;
  /** Name of the entry that stands for this one. */
  standing: string | null;
  onOpen?: () => void;
  /** While the order is decided: one place up (-1) or down (1). */
  onMove?: (by: number) => void;
  isFirst?: boolean;
  isLast?: boolean;
}

export function EntryRow({ entry, standing, onOpen, onMove, isFirst, isLast }: Props) {
  const { t } = useTranslation('admin');
  const { language } = preferences();
  const others = LANGUAGES.filter((one) => one !== language);
  const retired = !isOffered(entry) && standing === null;
  const words = (
    <>
      <span className={classes.name}>{nameOf(entry)}</span>
      <span className={classes.others}>
        {others.map((one) => (
          <bdi key={one} lang={languageTag(one)}>
            {entry[`name_${one}`]}
          </bdi>
        ))}
      </span>
      {entry.aliases.length > 0 && (
        <span className={classes.dim}>
          {t('tables.alsoCalled', { names: entry.aliases.map(isolate).join(t('comma')) })}
        </span>
      )}
      {retired && (
        <Badge color="gray" variant="light" radius="sm">
          {entry.valid_to ? t('tables.retiredOn', { day: date(entry.valid_to, 'short') }) : t('tables.notYet')}
        </Badge>
      )}
      {standing !== null && (
        <Badge color="gray" variant="light" radius="sm">
          {t('tables.mergedInto', { name: isolate(standing) })}
        </Badge>
      )}
    </>
  );
  return (
    <li className={classes.entry} data-entry={entry.id} data-offered={isOffered(entry)}>
      {onOpen ? (
        <button type="button" className={classes.open} onClick={onOpen}>
          <span className={classes.words}>{words}</span>
          <Icon name="pencil" size={18} />
        </button>
      ) : (
        <div className={classes.open}>
          <span className={classes.words}>{words}</span>
        </div>
      )}
      {onMove && (
        <span className={classes.move}>
          <ActionIcon
            variant="default"
            size="lg"
            disabled={isFirst === true}
            aria-label={t('tables.up', { name: isolate(nameOf(entry)) })}
            onClick={() => onMove(-1)}
          >
            <Icon name="arrow-up" size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            disabled={isLast === true}
            aria-label={t('tables.down', { name: isolate(nameOf(entry)) })}
            onClick={() => onMove(1)}
          >
            <Icon name="arrow-down" size={18} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
