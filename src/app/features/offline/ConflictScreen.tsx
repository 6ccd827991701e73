/**
 * /offline/conflict/:operation: a change that the server did not take because somebody else changed the record meanwhile.
 * Answers are compared by question; a step or a deletion is asked again.
 */

import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { MergeChoices } from '../../../core/sync/merge.ts';
import type { Operation } from '../../../core/sync/types.ts';
import { useForms, useInvalidateRecords } from '../../data/queries.ts';
import { instant, recordName, text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { ConflictDesk } from './ConflictDesk.tsx';
import { CodeOrMark } from './UnsentRow.tsx';
import { useLocalRecords } from './useLocalRecords.ts';

export default function ConflictScreen() {
  const { t } = useTranslation('offline');
  const { operation: id } = useParams();
  const { operations } = useOffline();
  const operation = operations.find((one) => one.id === id);
  const title = t('desk.title');
  const crumbs = [{ label: t('sync.title'), to: '/offline/sync' }, { label: title }];
  return (
    <Screen name="conflict" title={title} crumbs={crumbs} {...(operation && { form: operation.form })}>
      {operation ? <OfOperation operation={operation} /> : <Gone />}
    </Screen>
  );
}

function Gone() {
  const { t } = useTranslation('offline');
  return (
    <>
      <p>{t('desk.gone')}</p>
      <BarLink to="/offline/sync" icon="send">
        {t('sync.title')}
      </BarLink>
    </>
  );
}

function OfOperation({ operation }: { operation: Operation }) {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const { resolve, merge, discard } = useOffline();
  const forget = useInvalidateRecords();
  const entry = useForms().data?.find(({ form }) => form === operation.form);
  const local = useLocalRecords([operation.record_id]).get(operation.record_id);
  const onResolve = async (choices?: MergeChoices) => {
    await resolve(operation, choices);
    await forget();
    navigate('/offline/sync');
  };
  const leave = async () => {
    await discard(operation.record_id);
    navigate('/offline/sync');
  };
  if (operation.state.is !== 'conflict') return <Gone />;
  return (
    <>
      <p className="am-cluster am-row-gap-0 am-wraps">
        <b>
          <RecordName of={recordName(local?.name) || text(entry?.title)} />
        </b>
        <CodeOrMark id={operation.record_id} code={local?.record.code ?? null} />
        <span className="am-hint">{t('desk.yours', { when: instant(operation.captured_at) })}</span>
      </p>
      <ConflictDesk {...{ operation, local, merge, onResolve }} {...operation.state} onLeave={leave} />
    </>
  );
}
