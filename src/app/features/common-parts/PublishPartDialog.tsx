/** Checks what somebody wants to publish of a shared part, shows what changes and whom it touches, and publishes it with a note. */

import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartDryRunResponse } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import { comma, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { PublishFrame } from '../drafting/PublishFrame.tsx';
import { DifferenceList } from '../versions/Differences.tsx';
import { type CommonPartChange, commonPartKeys, commonPartsApi } from './api.ts';

const CONFLICT = 417;

interface Props {
  part: string;
  name: string;
  asked: CommonPartChange;
  onDone: () => void;
  onClose: () => void;
}

export function PublishPartDialog({ part, name, asked: { given, hash: seen, question }, onDone, onClose }: Props) {
  const { t, i18n } = useTranslation('admin');
  const client = useQueryClient();
  const [hash, setHash] = useState(seen);
  const check = useQuery({
    queryKey: commonPartKeys.check(part, given, hash, i18n.language),
    queryFn: () => commonPartsApi.check(part, { ...given, hash }),
    // Records, accounts and the forms may have changed.
    staleTime: 0,
    gcTime: 0,
  });
  const publish = useMutation({
    mutationFn: (note: string) => commonPartsApi.publish(part, { ...given, hash, note }),
    onSuccess: async ({ data: { version } }) => {
      toast('success', t('commonParts.nowPublished', { part: isolateName(name), version: number(version) }));
      // Menus, rights and options may stand on any screen. The check is over, and a draft that was published is gone. The dialog waits, so that no screen
      // shows what was published beside what it was made of.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[2] !== 'check' && queryKey[2] !== 'draft',
      });
      onClose();
      onDone();
    },
  });
  const compare = useMutation({
    mutationFn: () => commonPartsApi.get(part),
    onSuccess: ({ data }) => {
      publish.reset();
      setHash(data.hash);
    },
  });
  const isConflict = [check.error, publish.error].some((error) => isApiError(error) && error.status === CONFLICT);
  return (
    <PublishFrame
      {...{ check, publish, onClose }}
      isReady={check.data !== undefined}
      conflict={
        isConflict && (
          <Alert
            color="yellow"
            variant="light"
            icon={<Icon name="alert-triangle" />}
            role="alert"
            mb="md"
            data-conflict
          >
            <p className="am-wraps">{t('commonParts.conflict')}</p>
            <Button size="sm" variant="default" loading={compare.isPending} onClick={() => compare.mutate()}>
              {t('commonParts.compare')}
            </Button>
          </Alert>
        )
      }
    >
      {question && <p className="am-wraps">{question}</p>}
      {compare.error && <FailureNote error={compare.error} />}
      {check.data && !isConflict && <Outcome isList={part.startsWith('choices.')} told={check.data} />}
    </PublishFrame>
  );
}

function Outcome({ isList, told: { differences, impact } }: { isList: boolean; told: PartDryRunResponse }) {
  const { t } = useTranslation('admin');
  const { forms, roles } = impact;
  return (
    <div data-sound>
      <p className="am-wraps">{t('commonParts.sound')}</p>
      {roles.length > 0 && (
        <ul>
          {roles.map(({ role, label, loses, accounts }) => (
            <li key={role}>
              {t(loses ? 'commonParts.loses' : 'commonParts.gains', {
                role: isolateName(text(label)),
                number: number(accounts),
              })}
            </li>
          ))}
        </ul>
      )}
      <People told={impact} />
      {forms.length > 0 && (
        <>
          <p>{t(isList ? 'commonParts.usedBy' : 'commonParts.leftOut')}</p>
          <ul>
            {forms.map(({ form, title, records }) => (
              <li key={form}>
                {t('commonParts.formRecords', { form: isolateName(text(title)), number: number(records) })}
              </li>
            ))}
          </ul>
        </>
      )}
      {differences.length > 0 ? <DifferenceList found={differences} /> : <p>{t('commonParts.noDifference')}</p>}
    </div>
  );
}

/** Which people gain or lose what, and where. */
function People({ told: { people, more_people: more } }: { told: PartDryRunResponse['impact'] }) {
  const { t } = useTranslation('admin');
  if (people.length === 0) return null;
  const listed = (texts: readonly string[]) => texts.map((one) => isolateName(one)).join(comma());
  return (
    <>
      <p>{t('commonParts.people')}</p>
      <ul data-people>
        {people.map(({ gains, actions, forms, accounts, provinces, examples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at} data-gains={gains}>
            {t(gains ? 'commonParts.peopleGain' : 'commonParts.peopleLose', {
              count: accounts,
              number: number(accounts),
              actions: listed(actions.map((one) => text(one))),
              forms: listed(forms.map((one) => text(one))),
            })}{' '}
            <span className="am-hint">
              <DotSeparated
                parts={[
                  listed(
                    provinces.map(({ place, accounts: there }) =>
                      t('commonParts.inPlace', {
                        place: place ? text(place) : t('profile.allProvinces', { ns: 'app' }),
                        number: number(there),
                      }),
                    ),
                  ),
                  t('commonParts.forExample', { names: listed(examples) }),
                ]}
              />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="am-hint">{t('commonParts.morePeople', { number: number(more) })}</p>}
    </>
  );
}
