/** What every screen of one part needs: the part as it is served, or the screen that stands in its place. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../data/queries.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { type CommonPartChange, commonPartKeys, commonPartsApi } from './api.ts';
import { PublishPartDialog } from './PublishPartDialog.tsx';

export function useCommonPart(part: string) {
  const { language } = useTranslation().i18n;
  const session = useSession();
  const isAllowed = session.data?.may.definitions === true;
  const found = useQuery({
    queryKey: commonPartKeys.one(part, language),
    queryFn: () => commonPartsApi.get(part),
    enabled: isAllowed,
  });
  const [asked, setAsked] = useState<CommonPartChange>();
  const error = session.error ?? found.error;
  const retry = () => void Promise.all([session.refetch(), found.refetch()]);
  const instead: ReactNode =
    session.data && !isAllowed ? <ForbiddenScreen /> : error ? <Failed error={error} onRetry={retry} /> : undefined;
  /** Asks whether to publish what was given to `ask`. */
  const dialog = (name: string, onDone: () => void = () => undefined) =>
    asked && (
      <PublishPartDialog part={part} name={name} asked={asked} onDone={onDone} onClose={() => setAsked(undefined)} />
    );
  return { found: found.data, instead, ask: setAsked, dialog };
}
