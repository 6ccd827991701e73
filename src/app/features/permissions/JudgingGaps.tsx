/** Says of each form whether somebody else than whoever fills it in may verify it, and in which provinces nobody may. */

import { useTranslation } from 'react-i18next';
import type { JudgingGap, PermissionTable } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { comma } from '../../data/words.ts';
import { DefinitionText } from '../../theme/DefinitionText.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useGrantTexts } from '../accounts/grantTexts.ts';
import classes from './Permissions.module.css';

export function JudgingGaps({ table: { judging, forms } }: { table: PermissionTable }) {
  const { t } = useTranslation();
  // Those with a gap first: they are what somebody has to do something about.
  const shown = forms
    .flatMap((form) => judging.filter((one) => one.form === form.form).map(({ gaps }) => ({ form, gaps })))
    .sort((a, b) => Number(b.gaps.length > 0) - Number(a.gaps.length > 0));
  return (
    <>
      <p className="am-after am-meta am-measure">{t('permissions:judging.note')}</p>
      {shown.every(({ gaps }) => gaps.length === 0) && (
        <p className="am-after am-meta am-measure">{t('permissions:judging.allWell')}</p>
      )}
      <ul className={`${classes.answers} am-tiles am-tiles-broad`}>
        {shown.map(({ form, gaps }) => (
          <li key={form.form} className="am-box am-pad-3" data-form={form.form}>
            <h2>
              <DefinitionText of={form.plural} />
            </h2>
            <ul>
              {gaps.length === 0 && (
                <li className="am-beside am-gap-2" data-allowed>
                  <Icon name="circle-check" size={18} />
                  <span>{t('permissions:judging.every')}</span>
                </li>
              )}
              {gaps.map((gap) => (
                <Gap key={gap.only?.id ?? ''} gap={gap} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function Gap({ gap: { only, provinces, everywhere } }: { gap: JudgingGap }) {
  const { t } = useTranslation();
  const names = useGrantTexts().provinces;
  const named = provinces.map((id) => names.find(({ value }) => value === id)?.label ?? id);
  const where = everywhere ? t('permissions:judging.everywhere') : named.map((name) => isolateName(name)).join(comma());
  return (
    <li className="am-beside am-gap-2 am-wrong" data-allowed={false}>
      <Icon name="alert-triangle" size={18} />
      <span>
        {only
          ? t('permissions:judging.only', { name: isolateName(only.name ?? ''), provinces: where })
          : t('permissions:judging.none', { provinces: where })}
      </span>
    </li>
  );
}
