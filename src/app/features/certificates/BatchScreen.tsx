/** Issues certificates for the people of the training in `?training=`, each with a request of its own. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { useForms } from '../../data/queries.ts';
import { type FormApi, source } from '../../data/source.ts';
import { date } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Participants } from './Participants.tsx';

/** Maximum number of pages: nobody trains a thousand people in one room. */
const PAGES = 5;

const all = (api: FormApi, filters: Filter[], sort?: string) =>
  source.listAll(api, { filters, fields: 'all', ...(sort && { sort }) }, { pages: PAGES });

export default function CertificateBatchScreen() {
  const { t } = useTranslation('certificates');
  const forms = useForms();
  if (forms.error) return <Failed error={forms.error} onRetry={() => void forms.refetch()} />;
  if (!forms.data) return <Loading />;
  const entry = (name: string) => forms.data.find((one) => one.form === name);
  const [certificates, trainings, participants, staff] = ['certificate', 'training', 'participant', 'staff'].map(entry);
  const may = certificates?.may.create && trainings?.may.view && participants?.may.view;
  if (!may || !staff)
    return (
      <Screen name="certificate-batch" title={t('batch.title')}>
        <p>{t('batch.notYours')}</p>
      </Screen>
    );
  return <Batch certificates={certificates} trainings={trainings} participants={participants} staff={staff} />;
}

interface Props {
  certificates: FormEntry;
  trainings: FormEntry;
  participants: FormEntry;
  staff: FormEntry;
}

function Batch({ certificates, trainings, participants, staff }: Props) {
  const { t } = useTranslation('certificates');
  const [params, setParams] = useSearchParams();
  const training = params.get('training') ?? '';
  const offered = useQuery({
    queryKey: ['records', trainings.api.base, 'batch'],
    queryFn: () => all(trainings.api, [], '-start_date'),
  });
  const inTraining: Filter[] = [{ field: 'training_id', op: 'eq', value: training }];
  const people = useQuery({
    queryKey: ['records', participants.api.base, 'batch', training],
    queryFn: async () => {
      const [rows, issued, signers] = await Promise.all([
        all(participants.api, inTraining, 'first_name'),
        all(certificates.api, inTraining),
        all(staff.api, []),
      ]);
      return { rows, issued, signers };
    },
    enabled: training !== '',
  });
  const chosen = offered.data?.find((one) => one.id === training);
  return (
    <Screen
      name="certificate-batch"
      title={t('batch.title')}
      crumbs={[...useFormCrumbs(certificates), { label: t('batch.title') }]}
    >
      {offered.error && <FailureNote error={offered.error} />}
      <SelectWithAny
        className="am-after"
        maw="24rem"
        label={t('batch.training')}
        any={t('batch.choose')}
        options={(offered.data ?? []).map((one) => ({
          value: one.id,
          label: dotSeparated([one.name, date(String(one.data.start_date ?? ''), 'short'), one.code]),
        }))}
        value={training}
        disabled={offered.isPending}
        onChange={(chosen) => setParams(chosen ? { training: chosen } : {})}
      />
      {people.error && (
        <>
          <FailureNote error={people.error} />
          <Button onClick={() => void people.refetch()}>{t('proof.again')}</Button>
        </>
      )}
      {training !== '' && people.isPending && <p role="status">{t('batch.looking')}</p>}
      {people.data?.rows.length === 0 && <p>{t('batch.nobody')}</p>}
      {people.data && people.data.rows.length > 0 && chosen && (
        <Participants key={training} training={chosen} certificates={certificates} {...people.data} />
      )}
    </Screen>
  );
}
