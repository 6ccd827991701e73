/** Search and filters of a list, and the buttons that act on all of it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import { useOfflineActions } from '../../offline/context.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import type { Transition } from '../record/actions.ts';
import classes from './List.module.css';
import { useRecordList } from './RecordListContext.ts';
import type { Records } from './useRecords.ts';
import { useLastColumns } from './views/useViews.ts';

// Loaded when it is opened.
const ColumnsDialog = onDemand(() => import('./ColumnsDialog.tsx'));
const GetOfflineDialog = onDemand(() => import('../record/GetOfflineDialog.tsx'), { words: ['offline'] });
const ViewMenu = onDemand(() => import('./views/ViewMenu.tsx'), { words: ['views'] });

export interface Panel {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

interface Props {
  records: Records;
  /** Undefined if the list has no filters. */
  filters: Panel | undefined;
  matrix: Panel;
}

export function ListTools({ records, filters, matrix }: Props) {
  const { t } = useTranslation();
  const { entry } = useRecordList();
  const { state } = records;
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  return (
    <div className={`am-flow ${classes.tools}`}>
      <SearchBox
        label={t('list.searchIn', { name: text(entry.plural) })}
        placeholder={t('list.searchPlaceholder')}
        words={state.text}
        onAsk={(words) => state.set({ text: words })}
      />
      {filters && (
        <ActButton
          icon="filter"
          variant={filters.isOpen ? 'light' : 'default'}
          aria-expanded={filters.isOpen}
          aria-controls="filters"
          onClick={() => filters.onOpen(!filters.isOpen)}
        >
          {t('filter.title')}
          {filtered > 0 && <span className={classes.badge}>{number(filtered)}</span>}
        </ActButton>
      )}
      <ColumnsButton state={state} />
      <Views state={state} />
      <MoreTools records={records} matrix={matrix} />
    </div>
  );
}

export function ColumnsButton({ state }: Pick<Records, 'state'>) {
  const { t } = useTranslation();
  const { entry } = useRecordList();
  const last = useLastColumns(entry.form);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton icon="table" variant="default" action="columns" onClick={() => setOpen(true)}>
        {t('list.columns')}
      </ActButton>
      {isOpen && (
        <ColumnsDialog
          onChoose={(columns) => {
            if (!state.view) last.choose(columns);
            state.set({ columns });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function Views({ state }: Pick<Records, 'state'>) {
  const { t } = useTranslation();
  const waiting = (
    <ActButton icon="list-details" variant="default" disabled>
      {t('list.views')}
    </ActButton>
  );
  return <ViewMenu state={state} waiting={waiting} />;
}

/** Buttons that act on all of the list. Phones show them on request. */
export function MoreTools({ records: { state, bulk, mayTake }, matrix }: Pick<Props, 'records' | 'matrix'>) {
  const { t } = useTranslation();
  const { form, meta, marked, transitions } = useRecordList();
  // Entries of a log are never deleted.
  const mayRestore = useSession().data?.may.restore === true && form.definition.kind !== 'log';
  const isMarked = Object.keys(marked).length > 0;
  const askForAll = (transition: Transition) =>
    transitions.ask({ kind: 'all', transition, filters: state.filters, text: state.text, total: meta?.total ?? 0 });
  return (
    <>
      {form.definition.matrix && (
        <ActButton
          icon="table"
          variant={matrix.isOpen ? 'light' : 'default'}
          aria-expanded={matrix.isOpen}
          onClick={() => matrix.onOpen(!matrix.isOpen)}
          action="matrix"
        >
          {text(form.definition.matrix.title)}
        </ActButton>
      )}
      {(mayRestore || state.deleted) && (
        <ActButton
          icon="trash"
          variant={state.deleted ? 'light' : 'default'}
          aria-pressed={state.deleted}
          onClick={() => state.set({ deleted: !state.deleted })}
        >
          {t('list.deleted')}
        </ActButton>
      )}
      {/* While rows are selected, only they are acted on. */}
      {!isMarked &&
        bulk.map((transition) => (
          <ActButton
            icon="checks"
            key={transition.action}
            variant="default"
            disabled={!meta?.total}
            onClick={() => askForAll(transition)}
          >
            {t('list.stepAll', { step: text(transition.label) })}
          </ActButton>
        ))}
      {mayTake && <GetOffline state={state} />}
    </>
  );
}

function GetOffline({ state }: Pick<Records, 'state'>) {
  const { t } = useTranslation();
  const { entry, meta, marked } = useRecordList();
  const navigate = useNavigate();
  const { opened } = useOfflineActions();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        icon="download"
        variant="default"
        action="get-offline"
        aria-haspopup="dialog"
        disabled={!meta?.total}
        onClick={async () => ((await opened()) ? setOpen(true) : navigate(PREPARE_PATH))}
      >
        {t('list.getOffline')}
      </ActButton>
      {isOpen && (
        <GetOfflineDialog
          entry={entry}
          marked={Object.keys(marked)}
          view={{ filters: state.filters, ...(state.text && { text: state.text }) }}
          total={meta?.total ?? 0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
