/** Shown when nothing of a form waits any more: says so, and links to what waits next. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { filteredReviewPath } from '../../../core/paths/listState.ts';
import { useForms, useHome } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';

export function ReviewDone({ entry }: { entry: FormEntry }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const waiting = useHome().data?.waiting.find(({ key }) => key === 'to_verify')?.forms ?? [];
  const isOwn = ({ form }: { form: string }) => Number(form === entry.form);
  const [next] = [...waiting].sort((a, b) => isOwn(a) - isOwn(b) || b.total - a.total);
  const target = next && forms.find(({ form }) => form === next.form);
  return (
    <div className="am-pad-y-4 am-center" data-done>
      <Icon name="circle-check" size={48} />
      <p className="am-title am-strong">{t('record:review.done')}</p>
      {target ? (
        <Link
          to={filteredReviewPath(target, next.filters)}
          className="am-button am-primary"
          data-next-form={target.form}
        >
          {t('record:review.nextForm', { name: text(target.plural), shown: number(next.total) })}
        </Link>
      ) : (
        <p>{t('record:review.nothingElse')}</p>
      )}
    </div>
  );
}
