/** Lists what changed between two versions of a form. */
import { useTranslation } from 'react-i18next';
import type { DifferenceSide, VersionDifference } from '../../../core/generated/api.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Versions.module.css';

function Side({ side: { text, is_code } }: { side: DifferenceSide }) {
  return is_code ? <code dir="ltr">{text}</code> : <bdi>{text}</bdi>;
}

export function DifferenceList({ found, isOpen }: { found: readonly VersionDifference[]; isOpen?: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <details className="am-fold" open={isOpen}>
      <summary>
        <Icon name="chevron-down" size={18} />
        {t('versions.differences', { count: found.length, number: number(found.length) })}
      </summary>
      <ul className={`${classes.differences} am-wraps am-rows`}>
        {found.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at}>
            <b>{one.label}:</b> <bdi>{one.about}</bdi>
            {one.before && (
              <del>
                <Side side={one.before} />
              </del>
            )}
            {one.after && (
              <ins>
                <Side side={one.after} />
              </ins>
            )}
            {one.as_before && (
              <p className="am-above-1 am-toned" data-tone="orange" data-as-before>
                {one.as_before}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
