/** Chooses and orders the columns of a list, by mouse or by keyboard. This device remembers them for the person. */

import { ActionIcon, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { moveItem } from '../../data/order.ts';

import { SearchField } from '../../shell/SearchBox.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { type ListColumn, listColumns, offeredColumns } from '../record/columns.ts';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import { useRecordListContext } from './RecordListContext.ts';

interface Props {
  /** Undefined for the documented columns. */
  onChoose: (sources: string[] | undefined) => void;
  onClose: () => void;
}

export default function ColumnsDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { entry, form, columns } = useRecordListContext();
  const labels = useColumnLabels(form);
  const all = useMemo(
    () => [...listColumns(form, labels), ...offeredColumns(form, labels, entry.hidden ?? [])],
    [form, labels, entry.hidden],
  );
  const [chosen, setChosen] = useState<readonly string[]>(() => columns.map(({ source }) => source));
  const [words, setWords] = useState('');
  const isMeant = ({ label }: ListColumn) => label.toLowerCase().includes(words.trim().toLowerCase());
  const close = (sources: string[] | undefined) => {
    onChoose(sources);
    onClose();
  };
  return (
    <Dialog title={t('list.columns')} size="lg" onClose={onClose}>
      <ol className="am-box am-scrolls am-lined am-below-3" aria-label={t('list.columnsShown')}>
        {chosen.map((source, at) => (
          <ChosenColumn key={source} {...{ source, at, chosen, setChosen }} all={all} />
        ))}
      </ol>
      <SearchField label={t('list.columnsFind')} words={words} onType={setWords} />
      <ul className="am-box am-scrolls am-above-2" aria-label={t('list.columnsOffered')}>
        {all
          .filter((column) => !chosen.includes(column.source) && isMeant(column))
          .map(({ source, label }) => (
            <li key={source}>
              <button
                type="button"
                className="am-inline am-full am-tall am-pad-x-3 am-hovers"
                onClick={() => setChosen([...chosen, source])}
              >
                <Icon name="plus" size={16} /> {label}
              </button>
            </li>
          ))}
      </ul>
      <DialogButtons>
        <Button variant="default" me="auto" onClick={() => close(undefined)}>
          {t('list.columnsReset')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => close([...chosen])}>
          {t('list.columnsUse')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface ChosenProps {
  source: string;
  at: number;
  chosen: readonly string[];
  setChosen: (chosen: readonly string[]) => void;
  all: readonly ListColumn[];
}

/** A shown column: dragged to another place, or moved by its arrows. */
function ChosenColumn({ source, at, chosen, setChosen, all }: ChosenProps) {
  const { t } = useTranslation();
  const label = all.find((column) => column.source === source)?.label ?? source;
  const button = (icon: string, key: string, isClosed: boolean, next: () => readonly string[]) => (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={t(key, { name: isolateName(label) })}
      disabled={isClosed}
      onClick={() => setChosen(next())}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
  return (
    <li
      draggable
      className="am-inline am-gap-0 am-pad-x-3"
      data-source={source}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', source)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        setChosen(moveItem(chosen, event.dataTransfer.getData('text/plain'), at));
      }}
    >
      <span className="am-grow">{label}</span>
      {button('arrow-up', 'list.columnUp', at === 0, () => moveItem(chosen, source, at - 1))}
      {button('arrow-down', 'list.columnDown', at === chosen.length - 1, () => moveItem(chosen, source, at + 1))}
      {button('x', 'list.columnAway', false, () => chosen.filter((one) => one !== source))}
    </li>
  );
}
