/** Lists what was published of a shared part: who, when, why, what it changed; each text can be served again, and that of the file. */

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommonPartResponse } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant, number } from '../../data/words.ts';
import { DifferenceList } from '../versions/Differences.tsx';
import type { CommonPartChange } from './api.ts';

interface Props {
  found: CommonPartResponse;
  onAsk: (asked: CommonPartChange) => void;
}

export function CommonPartHistory({ found, onAsk }: Props) {
  const { t } = useTranslation('admin');
  const { hash, origin, version: newest, replaced } = found.data;
  const { file, locked } = found;
  return (
    <section aria-labelledby="part-history">
      <h2 className="am-below-2" id="part-history">
        {t('commonParts.history')}
      </h2>
      {found.versions.length === 0 && <p className="am-after am-dimmed">{t('commonParts.never')}</p>}
      {file && origin === 'published' && locked === null && (
        <Button
          variant="default"
          size="sm"
          mb="md"
          onClick={() => onAsk({ given: { content: file }, hash, question: t('commonParts.askFile') })}
          data-action="file"
        >
          {t('commonParts.useFile')}
        </Button>
      )}
      {found.versions.map(({ version, at, by, note, content, differences }) => (
        <article key={version} className="am-card am-after am-stack am-brief" data-version={version}>
          <h3>{t('versions.version', { version: number(version) })}</h3>
          {note && (
            <p className="am-wraps">
              <bdi>{note}</bdi>
            </p>
          )}
          <p className="am-hint">{t('versions.publishedBy', { name: isolateName(by.name ?? '–'), at: instant(at) })}</p>
          {differences === null && <p className="am-hint">{t('commonParts.notKnown')}</p>}
          {differences && differences.length > 0 && <DifferenceList found={differences} />}
          {version === newest && !replaced ? (
            <p className="am-hint">{t('commonParts.isServed')}</p>
          ) : (
            locked === null && (
              <Button
                variant="default"
                size="sm"
                mt="xs"
                onClick={() =>
                  onAsk({ given: { content }, hash, question: t('commonParts.askBack', { version: number(version) }) })
                }
                data-action="back"
              >
                {t('commonParts.useAgain')}
              </Button>
            )
          )}
        </article>
      ))}
    </section>
  );
}
