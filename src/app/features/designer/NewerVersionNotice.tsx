/** Somebody has published the number of this draft: what they changed, and the draft's changes on top of it. */
import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FormDraft, readFormDraft } from '../../../core/edit/draft.ts';
import { outlineOf, outlineRowAt } from '../../../core/edit/outline.ts';
import { rebaseDraft } from '../../../core/edit/rebase.ts';
import { isObject } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useForms } from '../../data/queries.ts';
import { instant, number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import drafting from '../drafting/drafting.module.css';
import { DifferenceList } from '../versions/Differences.tsx';
import { versionsQuery } from '../versions/drafts.ts';
import { designerApi } from './api.ts';
import { useDesigner } from './context.ts';
import { outlineRowTitle } from './titles.ts';

interface Props {
  /** Places that both changed, once the draft was put on top. Kept outside, since the version before is read anew then. */
  both: string[] | undefined;
  setBoth: (both: string[] | undefined) => void;
}

export function NewerVersionNotice({ both, setBoth }: Props) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const { form, version, changes } = draft.definition;
  const from = isObject(changes) ? Number(changes.from) : 0;
  const newest = useForms().data?.find((one) => one.form === form)?.version ?? 0;
  if (both) return <Told both={both} onDone={() => setBoth(undefined)} />;
  if (typeof form !== 'string' || from === 0 || newest < Number(version)) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} role="alert" mb="md" data-overtaken>
      <Since {...{ form, from, newest }} onDone={setBoth} />
      <p className="am-hint">{t('overtaken.hint')}</p>
    </Alert>
  );
}

interface SinceProps {
  form: string;
  from: number;
  newest: number;
  /** Gets the places that both changed. */
  onDone: (both: string[]) => void;
}

function Since({ form, from, newest, onDone }: SinceProps) {
  const { t, i18n } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const versions = useQuery(versionsQuery(form, i18n.language));
  const carry = useMutation({
    mutationFn: async () => {
      const [base, theirs] = await Promise.all([from, newest].map((one) => designerApi.published(form, one)));
      return rebaseDraft(readFormDraft(base as never) as FormDraft, draft, readFormDraft(theirs as never) as FormDraft);
    },
    onSuccess: (merged) => {
      change(merged.draft);
      onDone(merged.both);
    },
  });
  const since = (versions.data?.data ?? []).filter((one) => one.version > from);
  return (
    <>
      {since.map((one) => (
        <div key={one.version} className={`${drafting.theirs} am-below-3`}>
          <p className="am-wraps">
            {t('overtaken.published', {
              version: number(one.version),
              name: isolateName(one.published_by?.name ?? '–'),
              at: one.published_at ? instant(one.published_at) : '–',
            })}
          </p>
          <DifferenceList found={one.differences} isOpen />
        </div>
      ))}
      {carry.error && <FailureNote error={carry.error} />}
      <Group gap="xs" mt="sm">
        <Button size="sm" data-action="carry-over" loading={carry.isPending} onClick={() => carry.mutate()}>
          {t('overtaken.carry', { version: number(newest) })}
        </Button>
      </Group>
    </>
  );
}

/** Where both had changed the same, the draft's stays. */
function Told({ both, onDone }: { both: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('designer');
  const { draft, choose } = useDesigner();
  const rows = outlineOf(draft);
  const places = [
    ...new Map(both.map((pointer) => [outlineRowAt(rows, pointer)?.key ?? '', outlineRowAt(rows, pointer)])).values(),
  ];
  return (
    <Alert color="teal" variant="light" icon={<Icon name="check" />} role="status" mb="md" data-carried>
      <p className="am-wraps">{t(both.length > 0 ? 'overtaken.both' : 'overtaken.done')}</p>
      {both.length > 0 && (
        <Group gap="xs" mb="sm">
          {places.map((row) => (
            <Button
              key={row?.key ?? ''}
              size="sm"
              variant="default"
              data-both={row?.key ?? 'form'}
              onClick={() => choose(row?.key ?? 'form')}
            >
              {row ? outlineRowTitle(row) : t('form.title')}
            </Button>
          ))}
        </Group>
      )}
      <Button size="sm" variant="default" data-action="carried" onClick={onDone}>
        {t('overtaken.close')}
      </Button>
    </Alert>
  );
}
