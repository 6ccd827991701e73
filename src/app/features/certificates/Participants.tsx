/** Who of a training gets a certificate: those who came and have none are chosen; what fails waits for another try. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { v4 } from 'uuid';
import { kabulDay } from '../../../core/text/dates.ts';
import { isApiError } from '../../data/errors.ts';
import { useForgetRecords } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { FormEntry, RecordView } from '../../data/types.ts';
import { number } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Certificates.module.css';

interface Props {
  training: RecordView;
  certificates: FormEntry;
  rows: RecordView[];
  /** Certificates of this training. */
  issued: RecordView[];
  signers: RecordView[];
}

const nameOf = (person: RecordView) => person.name || person.code || person.id;

export function Participants({ training, certificates, rows, issued, signers }: Props) {
  const { t } = useTranslation('certificates');
  const source = useSource();
  const forget = useForgetRecords();
  const failure = useFailureText();
  /** The same attempt keeps its key: asking again after a broken line issues nothing twice. */
  const attempts = useRef(new Map<string, string>());
  const [title, setTitle] = useState(training.name ?? '');
  const [day, setDay] = useState(() => kabulDay(new Date()));
  const [signer, setSigner] = useState('');
  const [made, setMade] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<Record<string, string>>({});
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null);
  const has = (person: RecordView): string | undefined =>
    made[person.id] ??
    issued.find((one) => one.data.holder_name === nameOf(person) && one.current_state.id !== 'revoked')?.id;
  const [chosen, setChosen] = useState(
    () => new Set(rows.filter((one) => !has(one) && one.data.attendance !== 'none').map(({ id }) => id)),
  );
  const wanted = rows.filter((one) => chosen.has(one.id) && !has(one));
  const isReady = title.trim() !== '' && day !== '' && wanted.length > 0;

  const issue = async () => {
    setFailed({});
    for (const [done, person] of wanted.entries()) {
      setRunning({ done, total: wanted.length });
      const body = {
        holder_name: nameOf(person),
        ...(typeof person.data.gender === 'string' && { gender: person.data.gender }),
        kind: 'training',
        title: title.trim(),
        training_id: training.id,
        issue_date: day,
        ...(signer && { signed_by: signer }),
      };
      const words = `${person.id} ${JSON.stringify(body)}`;
      const key = attempts.current.get(words) ?? v4();
      attempts.current.set(words, key);
      try {
        const { id } = await source.store(certificates.api, body, key);
        setMade((now) => ({ ...now, [person.id]: id }));
      } catch (error) {
        setFailed((now) => ({ ...now, [person.id]: failure(error) }));
        // Without a line or a session the others would fail the same way.
        if (!isApiError(error) || error.status === 0 || error.status === 401) break;
      }
    }
    setRunning(null);
    await forget();
  };

  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label={t('batch.for')}
          required
          maxLength={250}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DayInput label={t('sheet.date')} value={day} onChange={setDay} />
        <NativeSelect
          label={t('batch.signer')}
          value={signer}
          onChange={(event) => setSigner(event.currentTarget.value)}
        >
          <option value="">{t('batch.noSigner')}</option>
          {signers.map((one) => (
            <option key={one.id} value={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </NativeSelect>
      </div>
      <ul className={classes.people}>
        {rows.map((person) => {
          const certificate = has(person);
          return (
            <li key={person.id} data-participant={person.id} data-issued={certificate !== undefined || undefined}>
              <Checkbox
                label={<bdi>{nameOf(person)}</bdi>}
                checked={certificate === undefined && chosen.has(person.id)}
                disabled={certificate !== undefined || running !== null}
                onChange={(event) => {
                  const next = new Set(chosen);
                  if (event.currentTarget.checked) next.add(person.id);
                  else next.delete(person.id);
                  setChosen(next);
                }}
              />
              {certificate && (
                <Link to={`/admin/certificate-dashboard/show?id=${certificate}`}>
                  <Icon name="certificate" size={16} /> {t('batch.issued')}
                </Link>
              )}
              {person.data.attendance === 'none' && !certificate && <small>{t('batch.absent')}</small>}
              {failed[person.id] && <small role="alert">{failed[person.id]}</small>}
            </li>
          );
        })}
      </ul>
      <div className={classes.tools}>
        <Button
          disabled={!isReady}
          loading={running !== null}
          leftSection={<Icon name="certificate" />}
          onClick={() => void issue()}
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
      <p role="status">
        {Object.keys(made).length > 0 && t('batch.made', { total: number(Object.keys(made).length) })}
      </p>
    </>
  );
}
