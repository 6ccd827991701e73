/** Issues certificates of a training. People who attended and have none are preselected. Failed ones can be retried. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { v4 } from 'uuid';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { isApiError } from '../../data/errors.ts';
import { toggleInSet } from '../../data/order.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Icon } from '../../theme/Icon.tsx';

interface Props {
  training: RecordView;
  certificates: FormEntry;
  rows: RecordView[];
  /** Existing certificates of this training. */
  issued: RecordView[];
  signers: RecordView[];
}

const nameOf = (person: RecordView) => person.name || person.code || person.id;

export function Participants({ training, certificates, rows, issued, signers }: Props) {
  const { t } = useTranslation('certificates');
  const [title, setTitle] = useState(training.name ?? '');
  const [day, setDay] = useState(() => deviceClock.today());
  const [signer, setSigner] = useState('');
  const { made, failed, running, issue } = useIssuing(certificates);
  const certificateOf = (person: RecordView): string | undefined =>
    getOwn(made, person.id) ??
    issued.find((one) => one.data.holder_name === nameOf(person) && one.current_state.id !== 'revoked')?.id;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter((one) => !certificateOf(one) && one.data.attendance !== 'none').map(({ id }) => id)),
  );
  const wanted = rows.filter((one) => chosen.has(one.id) && !certificateOf(one));
  const isReady = title.trim() !== '' && day !== '' && wanted.length > 0;
  const total = Object.keys(made).length;
  return (
    <>
      <div className="am-tiles am-fits am-stack am-bottom am-after">
        <TextInput
          label={t('batch.for')}
          required
          maxLength={250}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DayInput label={t('sheet.date')} value={day} onChange={setDay} />
        <SelectWithAny
          label={t('batch.signer')}
          any={t('batch.noSigner')}
          options={signers.map((one) => ({ value: one.id, label: nameOf(one) }))}
          value={signer}
          onChange={setSigner}
        />
      </div>
      <ul className="am-surface am-entries am-after">
        {rows.map((person) => (
          <Participant
            key={person.id}
            person={person}
            certificate={certificateOf(person)}
            failure={getOwn(failed, person.id)}
            chosen={chosen.has(person.id)}
            disabled={running !== null}
            onChoose={() => setChosen(toggleInSet(chosen, person.id))}
          />
        ))}
      </ul>
      <div className="am-flow am-bottom am-after">
        <Button
          disabled={!isReady}
          loading={running !== null}
          leftSection={<Icon name="certificate" />}
          onClick={() => void issue(wanted, training.id, title.trim(), day, signer)}
          data-action="issue"
        >
          {t('batch.issue', { total: number(wanted.length) })}
        </Button>
        {running && (
          <progress
            value={running.done}
            max={running.total}
            aria-label={t('batch.progress', { done: number(running.done), total: number(running.total) })}
          />
        )}
      </div>
      <p role="status">{total > 0 && t('batch.made', { total: number(total) })}</p>
    </>
  );
}

/** Issues certificates one after another. Returns certificate ids and failures by person id. */
function useIssuing(certificates: FormEntry) {
  const forget = useInvalidateRecords();
  const failure = useFailureText();
  /** Idempotency keys by request: repeating a request after a lost connection issues nothing twice. */
  const attempts = useRef(new Map<string, string>());
  const [made, setMade] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<Record<string, string>>({});
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null);
  const issue = async (people: readonly RecordView[], training: string, title: string, day: string, signer: string) => {
    setFailed({});
    for (const [done, person] of people.entries()) {
      setRunning({ done, total: people.length });
      const body = {
        holder_name: nameOf(person),
        ...(typeof person.data.gender === 'string' && { gender: person.data.gender }),
        kind: 'training',
        title,
        training_id: training,
        issue_date: day,
        ...(signer && { signed_by: signer }),
      };
      const attempt = `${person.id} ${JSON.stringify(body)}`;
      const key = attempts.current.get(attempt) ?? v4();
      attempts.current.set(attempt, key);
      try {
        const { id } = await source.store(certificates.api, body, key);
        setMade((now) => ({ ...now, [person.id]: id }));
      } catch (error) {
        setFailed((now) => ({ ...now, [person.id]: failure(error) }));
        // Without a connection or session, the others would fail too.
        if (!isApiError(error) || error.status === 0 || error.status === 401) break;
      }
    }
    setRunning(null);
    await forget();
  };
  return { made, failed, running, issue };
}

interface ParticipantProps {
  person: RecordView;
  /** Id of the person's certificate, if any. */
  certificate: string | undefined;
  failure: string | undefined;
  chosen: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Participant({ person, certificate, failure, chosen, disabled, onChoose }: ParticipantProps) {
  const { t } = useTranslation('certificates');
  return (
    <li data-participant={person.id} data-issued={certificate !== undefined || undefined}>
      <Checkbox
        label={<bdi>{nameOf(person)}</bdi>}
        checked={certificate === undefined && chosen}
        disabled={certificate !== undefined || disabled}
        onChange={onChoose}
      />
      {certificate && (
        <Link to={`/admin/certificate-dashboard/show?id=${certificate}`}>
          <Icon name="certificate" size={16} /> {t('batch.issued')}
        </Link>
      )}
      {person.data.attendance === 'none' && !certificate && <small>{t('batch.absent')}</small>}
      {failure && (
        <small role="alert" className="am-wrong">
          {failure}
        </small>
      )}
    </li>
  );
}
