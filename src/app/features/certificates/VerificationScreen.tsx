/** Public page behind a certificate's QR code: valid, revoked or unknown, in three languages and without login. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ProofResponse } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { call } from '../../data/http.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { LanguageButtons } from '../../shell/Language.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Certificates.module.css';

export default function VerificationScreen() {
  const { token = '' } = useParams();
  const { t } = useTranslation('certificates');
  const verification = useQuery({
    queryKey: ['proof', token],
    queryFn: ({ signal }) => call<ProofResponse>(`proofs/${encodeURIComponent(token)}`, { anonymous: true, signal }),
    staleTime: 0,
  });
  const isUnknown = isApiError(verification.error) && verification.error.status === 404;
  const state = isUnknown ? 'unknown' : verification.data?.state.id;
  return (
    <Screen name="proof" title={t('proof.title')} width="narrow">
      <div className="am-beside am-gap-2 am-below-3">
        <LanguageButtons className="am-chip am-hovers" />
      </div>
      {verification.isPending && <Skeleton height={260} radius="lg" role="status" aria-label={t('proof.looking')} />}
      {verification.error && !isUnknown && (
        <>
          <FailureNote error={verification.error} />
          <Button onClick={() => void verification.refetch()}>{t('proof.again')}</Button>
        </>
      )}
      {state && (
        <section
          className={`${classes.proof} am-surface am-pad-4`}
          data-proof={state}
          data-tone={verification.data?.state.variant ?? 'gray'}
          aria-live="polite"
        >
          <p className="am-gap-3 am-title am-inline">
            <span className="am-toned am-joined">
              <Icon name={verification.data?.state.icon ?? 'circle-off'} size={40} />
            </span>
            <strong>
              {t([`proof.verdict.${state}`, 'proof.verdict.other'], { state: verification.data?.state.name })}
            </strong>
          </p>
          <p className="am-above-2 am-after">{t([`proof.meaning.${state}`, 'proof.meaning.other'])}</p>
          {verification.data && (
            <dl className={`${classes.told} am-gap-3 am-stack`}>
              {verification.data.fields.map(({ name, label, value }) => (
                <div key={name} data-field={name}>
                  <dt>{label}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
              <div>
                <dt>{t('proof.issuer')}</dt>
                <dd>{verification.data.issuer}</dd>
              </div>
              {verification.data.code && (
                <div>
                  <dt>{t('sheet.number')}</dt>
                  <dd>
                    <bdi dir="ltr">{verification.data.code}</bdi>
                  </dd>
                </div>
              )}
            </dl>
          )}
        </section>
      )}
    </Screen>
  );
}
