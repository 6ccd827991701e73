/** /offline/sync: what waits, what was not taken and why, what somebody else changed too, and receipts of what was sent. */
import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../core/paths/screens.ts';
import type { Receipt } from '../../../core/sync/types.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { groupBy } from '../../data/groups.ts';
import { useForms, useInvalidateRecords } from '../../data/queries.ts';
import { instant, number, recordName, text } from '../../data/words.ts';
import { isSyncing, useOffline, useOfflineState } from '../../offline/context.ts';
import { deviceHasStores } from '../../offline/store/session.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import FreeUpSpace from '../../shell/offline/MakeRoom.tsx';
import { useFormTitles } from '../../shell/offline/useFormTitles.ts';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { RescueFile } from './RescueFile.tsx';
import { CodeOrMark, UnsentRow } from './UnsentRow.tsx';
import { type UnsentRecord, unsentRecords } from './unsent.ts';
import { useLocalRecords } from './useLocalRecords.ts';
import { useStoreOpening } from './useStoreOpening.ts';

export default function SyncScreen() {
  const { t } = useTranslation('offline');
  const { operations, retry, store } = useOffline();
  const isBusy = useOfflineState(isSyncing);
  const forms = useForms().data ?? [];
  const unsent = unsentRecords(operations);
  const conflicts = unsent.filter(({ is }) => is === 'conflict');
  const failed = unsent.filter(({ is }) => is === 'failed');
  const waiting = unsent.filter(({ is }) => is === 'waiting');
  return (
    <Screen name="sync" title={t('sync.title')} width="narrow" crumbs={[{ label: t('sync.title') }]}>
      <Run />
      <NoRoom />
      {conflicts.length > 0 && (
        <Group name="conflicts" hint={t('sync.conflictsText')} title={t('sync.conflicts')} unsent={conflicts} />
      )}
      {failed.length > 0 && (
        <section className="am-card am-after am-stack am-brief" data-group="failed">
          <h2>{t('sync.failed')}</h2>
          <p className="am-hint">{t('sync.failedText')}</p>
          {groupBy(failed, ({ form }) => form).map((rows) => (
            <Table
              key={rows[0]?.form}
              name={text(forms.find(({ form }) => form === rows[0]?.form)?.plural) || (rows[0]?.form ?? '')}
              rows={rows}
            />
          ))}
          {failed.length > 1 && (
            <div className="am-flow">
              <Button disabled={isBusy} onClick={() => void retry()}>
                {t('sync.retryAll')}
              </Button>
            </div>
          )}
        </section>
      )}
      {waiting.length > 0 && (
        <Group name="waiting" hint={t('sync.waitingText')} title={t('sync.waiting')} unsent={waiting} />
      )}
      {store && <RescueFile />}
      {store && <Receipts />}
    </Screen>
  );
}

/** The state of the synchronisation, and the button that starts it. */
function Run() {
  const { t } = useTranslation('offline');
  const { operations, sync, store, upToDate } = useOffline();
  const forget = useInvalidateRecords();
  const { running, progress, last } = sync;
  const isBusy = isSyncing({ sync });
  const isOpening = useStoreOpening();
  if (!store && isOpening) return <Loading />;
  // Until the store is open, nobody knows what waits in it.
  const isLocked = !store && deviceHasStores();
  const isNothing = operations.length === 0 && !isBusy && !isLocked;
  const canSend = operations.some(({ state }) => state.is === 'waiting');
  return (
    <section className="am-card am-after am-stack am-brief" data-run={isBusy || undefined}>
      <div role="status">
        {isLocked && (
          <>
            <h2>{t('sync.locked')}</h2>
            <p>{t('sync.lockedText')}</p>
          </>
        )}
        {isNothing && (
          <>
            <h2>{t('sync.nothing')}</h2>
            <p>{t('sync.nothingText')}</p>
          </>
        )}
        {progress ? (
          <p>{t('sync.running', { done: number(progress.done), total: number(progress.total) })}</p>
        ) : (
          running && <p>{t('sync.receiving')}</p>
        )}
        <p className="am-hint">{upToDate ? t('sync.last', { when: instant(upToDate) }) : t('sync.never')}</p>
        {last && !isBusy && (
          <p className="am-hint">{t('sync.ended', { sent: number(last.sent), failed: number(last.failed) })}</p>
        )}
      </div>
      {!isBusy && last?.failure ? (
        <>
          <FailureNote error={last.failure} />
          <p>{t('sync.stopped')}</p>
        </>
      ) : null}
      {isLocked && (
        <BarLink to="/logout" icon="logout">
          {t('sync.logIn')}
        </BarLink>
      )}
      {canSend && (
        <ActionButton icon="send" loading={running} onClick={() => void sync.run().then(forget)}>
          {t('sync.do')}
        </ActionButton>
      )}
    </section>
  );
}

/** What did not fit onto this device. */
function NoRoom() {
  const { t } = useTranslation(['offline', 'app']);
  const { noRoom, sync } = useOffline();
  const forms = useFormTitles(noRoom ?? []);
  if (!noRoom) return null;
  const isSome = noRoom.length > 0;
  return (
    <section className="am-card am-after am-stack am-brief" data-no-room>
      <h2>{t(isSome ? 'sync.noRoom' : 'sync.noRoomAtAll')}</h2>
      <p>{isSome ? t('mode.noRoom', { forms }) : t('mode.noRoomAtAll')}</p>
      <p className="am-hint">{t(isSome ? 'sync.noRoomText' : 'sync.noRoomAtAllText')}</p>
      <div className="am-flow">
        <FreeUpSpace />
        <ActionButton icon="refresh" variant="default" loading={sync.running} onClick={() => void sync.run()}>
          {t('app:retry')}
        </ActionButton>
      </div>
    </section>
  );
}

interface GroupProps {
  name: string;
  title: string;
  hint: string;
  unsent: UnsentRecord[];
}

function Group({ name, title, hint, unsent }: GroupProps) {
  return (
    <section className="am-card am-after am-stack am-brief" data-group={name}>
      <h2>
        {title} ({number(unsent.length)})
      </h2>
      <p className="am-hint">{hint}</p>
      <Rows unsent={unsent} />
    </section>
  );
}

function Table({ name, rows }: { name: string; rows: UnsentRecord[] }) {
  const { t } = useTranslation('offline');
  return (
    <>
      <h3 className="am-above-3">{t('sync.table', { name, total: number(rows.length) })}</h3>
      <Rows unsent={rows} />
    </>
  );
}

/** Records and receipts shown at first, and more at each request. A phone takes seconds to draw hundreds. */
const SHOWN = 10;

/** Returns the first of the items, and what shows more of them if there are more. */
function useFirst<T>(items: readonly T[]): [first: readonly T[], more: (() => void) | undefined] {
  const [count, setCount] = useState(SHOWN);
  return [items.slice(0, count), items.length > count ? () => setCount(count + SHOWN) : undefined];
}

function Rows({ unsent }: { unsent: UnsentRecord[] }) {
  const { t } = useTranslation('offline');
  const [shown, more] = useFirst(unsent);
  const locals = useLocalRecords(shown.map(({ record_id }) => record_id));
  return (
    <>
      <ul className="am-rows">
        {shown.map((one) => (
          <UnsentRow key={one.record_id} unsent={one} local={locals.get(one.record_id)} />
        ))}
      </ul>
      {more && (
        <Button variant="default" onClick={more}>
          {t('sync.moreRecords')}
        </Button>
      )}
    </>
  );
}

function Receipts() {
  const { t } = useTranslation('offline');
  const receipts = useOfflineState((offline) => offline.receipts);
  const [shown, more] = useFirst(receipts);
  return (
    <section className="am-card am-after am-stack am-brief" data-group="receipts">
      <h2>{t('sync.receipts')}</h2>
      <p className="am-hint">{receipts.length === 0 ? t('sync.noReceipts') : t('sync.receiptsText')}</p>
      <ul className="am-rows">
        {shown.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {more && (
        <Button variant="default" onClick={more}>
          {t('sync.moreReceipts')}
        </Button>
      )}
    </section>
  );
}

const ReceiptRow = memo(function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const entry = useForms().data?.find(({ form }) => form === receipt.form);
  const name = recordName(receipt.name) || text(entry?.title);
  const { record_id, kind, code, merged, at } = receipt;
  return (
    <li data-receipt={record_id}>
      <div className="am-cluster am-row-gap-0 am-wraps">
        {entry && kind !== 'remove' ? (
          <Link to={recordPath(entry, record_id)} className="am-strong am-target">
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <CodeOrMark id={record_id} code={code} />
        {/* The mark under which the person knows it, perhaps from paper. */}
        {kind === 'create' && code && <CodeOrMark id={record_id} code={null} />}
      </div>
      <p className="am-hint">
        <DotSeparated parts={[text(entry?.title), instant(at)]} />
      </p>
      {merged.length > 0 && <Merged receipt={receipt} />}
    </li>
  );
});

function Merged({ receipt: { form, merged } }: { receipt: Receipt }) {
  const { t } = useTranslation(['offline', 'app']);
  const compiled = useCompiledForm(form).data;
  const names = merged.map((name) => text(compiled?.fields.get(name)?.def.label) || name);
  return <p className="am-hint">{t('sync.merged', { questions: names.join(t('app:comma')) })}</p>;
}
