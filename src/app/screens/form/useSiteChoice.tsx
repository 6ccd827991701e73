/**
 * Follows the site that is chosen in a new record: brings what its own address would bring, and takes back what the site before
 * had brought.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CreateResponse } from '../../../core/generated/api.ts';
import { useWidgetTexts } from '../../widgets/environment.tsx';
import type { FormStore } from '../../widgets/store.ts';
import type { createFormQuery, SiteBeginning } from './beginning.ts';

/** How to find out what a record begins with at another site. */
export interface OtherSiteQuery {
  query: (site: string | undefined) => ReturnType<typeof createFormQuery>;
  begin: (answer: CreateResponse, site: string | undefined) => SiteBeginning;
}

export interface SiteChoice {
  /** Absent until another site was chosen. */
  begun: SiteBeginning | undefined;
  /** Why nothing may be created there. */
  refused: string | undefined;
  isLoading: boolean;
  /** Asks again, after the site could not be asked about. */
  retry: (() => void) | undefined;
}

const NOWHERE: OtherSiteQuery['query'] = () => ({
  queryKey: ['records', '', 'create', {}],
  queryFn: () => Promise.reject(new Error('no site is asked')),
  staleTime: 0,
  gcTime: 0,
});

/** `kept` is the site whose answers a restored draft has already. */
export function useSiteChoice(
  store: FormStore,
  elsewhere: OtherSiteQuery | undefined,
  kept: string | undefined,
): SiteChoice {
  const field = store.form.definition.parent?.field;
  const answer = useSyncExternalStore(store.subscribe, () => (field ? store.data[field] : undefined));
  const known = useSyncExternalStore(store.subscribe, () => store.site);
  const chosen = typeof answer === 'string' && answer !== '' ? answer : undefined;
  const isOther = elsewhere !== undefined && field !== undefined && chosen !== known;
  const asked = useQuery({ ...(elsewhere?.query ?? NOWHERE)(chosen), enabled: isOther });
  const [at, setAt] = useState<{ site: string | undefined; begun: SiteBeginning; refused: string | undefined }>();
  const { data } = asked;
  const isFirst = at === undefined;
  useEffect(() => {
    if (!isOther || !data) return;
    const begun = elsewhere.begin(data, chosen);
    const { recordScope, why_not } = data;
    setAt({ site: chosen, begun, refused: recordScope?.create ? undefined : (why_not?.create?.message ?? '') });
    // Only the first time: whoever comes back to it from another site has no longer what it brings.
    store.begin({ opened: begun.opened, moment: begun.moment, site: chosen }, isFirst && chosen === kept);
  }, [isOther, data, elsewhere, chosen, kept, store, isFirst]);
  const here = at?.site === known ? at : undefined;
  return {
    begun: here?.begun,
    refused: here && !isOther ? here.refused : undefined,
    isLoading: isOther && !asked.error,
    retry: isOther && asked.error ? () => void asked.refetch() : undefined,
  };
}

/** Says what the person should know of the chosen site: that it is being looked at, could not be, or takes no such record. */
export function SiteNote({ site: { refused, isLoading, retry } }: { site: SiteChoice }) {
  const { t } = useWidgetTexts();
  if (refused !== undefined)
    return (
      <p className="am-warning am-form-note am-after" role="alert">
        {refused || t('screen.notAllowed')}
      </p>
    );
  if (retry)
    return (
      <p className="am-warning am-form-note am-after" role="alert">
        {t('site.failed')}{' '}
        <button type="button" className="am-link" onClick={retry}>
          {t('retry')}
        </button>
      </p>
    );
  return isLoading ? (
    <p className="am-aside am-form-note am-after" role="status">
      {t('site.loading')}
    </p>
  ) : null;
}
