/** The documented calls of a report. They are a promise to other systems, so they are shown here and changed only in its file. */

import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { text } from '../../data/words.ts';
import classes from './Builder.module.css';
import { useReportBuilder } from './context.ts';
import type { DraftBlock, DraftReport } from './draft.ts';
import { measureName } from './measureName.ts';

interface Props {
  api: NonNullable<DraftReport['api']>;
  blocks: readonly DraftBlock[];
}

export function ApiPart({ api: { base, result = `${base}/show`, keys = {} }, blocks }: Props) {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  const nameOf = (held: string): string => {
    const [id, measure] = held.split('.');
    const block = blocks.find((one) => one.id === id);
    const number = block?.measures?.find((one) => one.id === measure);
    const name = block && (number ? measureName(number, builder, t) : block.title && text(block.title));
    return name || t('api.gone', { name: isolateName(held) });
  };
  return (
    <section className={`${classes.block} am-gap-3 am-card am-stack`} aria-labelledby="builder-api" data-api>
      <h2 id="builder-api">{t('api.title')}</h2>
      <p className="am-hint">{t('api.lead')}</p>
      <ul className="am-wraps am-stack">
        {[...new Set([base, result])].map((path) => (
          <li key={path}>
            <bdi dir="ltr">
              <code>/api/{path}</code>
            </bdi>
          </li>
        ))}
      </ul>
      <dl className="am-terms am-wraps am-stack">
        {Object.entries(keys).map(([key, held]) => (
          <div key={key} className="am-tiles am-fits am-row-gap-0">
            <dt>
              <bdi dir="ltr">
                <code>{key}</code>
              </bdi>
            </dt>
            <dd>{nameOf(held)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
