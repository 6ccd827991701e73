/** /offline/prepare: what to take along, how far it is, and what is on this device. A reload continues it. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isolateName } from '../../../core/text/languages.ts';
import { useForms } from '../../data/queries.ts';
import { instant, nameOf, number, text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { useOwnProvinces } from '../../offline/useOwnProvinces.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { OfflineChoiceForm, type OfflineChoiceOption } from '../../shell/offline/ChoiceForm.tsx';
import { OnlineOnly } from '../../shell/offline/NeedsServer.tsx';
import { PreparationProgress } from '../../shell/offline/PreparationProgress.tsx';
import { SwitchButton } from '../../shell/offline/SwitchButton.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { OfflineNotSetUp } from './NotSetUp.tsx';

export default function PrepareScreen() {
  const { t } = useTranslation('offline');
  const { preparation, prepare, mode, isSupported } = useOffline();
  const [isChoosing, setChoosing] = useState(false);
  const { is, at, leftOut } = preparation;
  const isIdle = is === 'none' || is === 'done';
  const asks = is === 'none' || isChoosing;
  const more = mode === 'online' && !isChoosing && (
    <ActionButton icon="download" variant="default" onClick={() => setChoosing(true)}>
      {t('prepare.more')}
    </ActionButton>
  );
  if (mode === 'offline' && isIdle && !at) return <OnlineOnly>{null}</OnlineOnly>;
  if (!isSupported)
    return (
      <Screen name="prepare" title={t('prepare.title')} width="narrow" crumbs={[{ label: t('prepare.title') }]}>
        <OfflineNotSetUp />
      </Screen>
    );
  return (
    <Screen name="prepare" title={t('prepare.title')} width="narrow" crumbs={[{ label: t('prepare.title') }]}>
      {asks && (
        <section className="am-card am-after am-stack am-brief">
          {is === 'none' && (
            <>
              <h2>{t('prepare.none')}</h2>
              <p>{t('prepare.noneText')}</p>
            </>
          )}
          <Choices
            onBegin={(choice) => {
              setChoosing(false);
              prepare(choice).catch(shown);
            }}
          />
        </section>
      )}
      {!isIdle && (
        <section className="am-card am-after am-stack am-brief">
          <PreparationProgress />
          {is === 'running' && <p className="am-hint">{t('prepare.leave')}</p>}
          <div className="am-flow">{more}</div>
        </section>
      )}
      {is === 'done' && (
        <section className="am-card am-after am-stack am-brief">
          <h2>{t('prepare.done')}</h2>
          {at && <p>{t('prepare.doneAt', { when: instant(at) })}</p>}
          {leftOut ? <p>{t('prepare.leftOut', { files: number(leftOut) })}</p> : null}
          <div className="am-flow">
            {mode === 'online' && <SwitchButton to="offline" />}
            {more}
          </div>
        </section>
      )}
      {is !== 'none' && <OnDevice />}
    </Screen>
  );
}

/** The failure is in the state of the preparation, which shows it. */
function shown(): void {}

function Choices({ onBegin }: Pick<Parameters<typeof OfflineChoiceForm>[0], 'onBegin'>) {
  const { t } = useTranslation('offline');
  const provinces = useOwnProvinces();
  // The first choice is theirs. Whoever is quick must not take along everything before they are here.
  if (!provinces) return <Loading />;
  const offered: OfflineChoiceOption[] = [
    ...provinces.map((one) => ({
      key: one.id,
      label: t('prepare.mine', { name: isolateName(nameOf(one)) }),
      choice: { province: one.id },
    })),
    { key: 'all', label: t('prepare.all'), choice: {} },
    { key: 'none', label: t('prepare.formsOnly'), choice: { forms: [] } },
  ];
  return <OfflineChoiceForm title={t('prepare.what')} offered={offered} onBegin={onBegin} />;
}

function OnDevice() {
  const { t } = useTranslation('offline');
  const { counts } = useOffline();
  const forms = useForms().data ?? [];
  const rows = Object.entries(counts).flatMap(([form, count]) => {
    const entry = forms.find((one) => one.form === form);
    return entry && count > 0 ? [{ entry, count }] : [];
  });
  return (
    <section className="am-card am-after am-stack am-brief">
      <h2>{t('prepare.records')}</h2>
      {rows.length === 0 ? (
        <p>{t('prepare.noRecords')}</p>
      ) : (
        <ul className="am-columns">
          {rows
            .sort((a, b) => b.count - a.count)
            .map(({ entry, count }) => (
              <li key={entry.form} className="am-between am-inline">
                <Link to={entry.paths.list}>{text(entry.plural)}</Link>
                <b>{number(count)}</b>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
