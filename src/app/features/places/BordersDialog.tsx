/** Imports the borders that maps draw: choose a file, see what it matches, import it; or remove them again. */

import { Button, FileButton, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BordersImport, BordersView } from '../../../core/generated/api.ts';
import type { Position } from '../../../core/geometry/shape.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { instant, number } from '../../data/words.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { BORDERS_KEY } from '../../widgets/controls/useItems.ts';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import type { Borders } from '../../widgets/source.ts';
import { bordersApi, placeKeys } from './api.ts';
import own from './Places.module.css';

const MapView = lazyComponent(() => import('../../widgets/map/MapView.tsx'), { words: WIDGET_NAMESPACES });

export function BordersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const kept = useQuery({ queryKey: placeKeys.borders, queryFn: bordersApi.list, staleTime: 0 });
  return (
    <Dialog title={t('places.borders.title')} size="lg" onClose={onClose}>
      <p className="am-after">{t('places.borders.lead')}</p>
      {kept.error && <FailureNote error={kept.error} />}
      {kept.isPending && <Skeleton height={48} />}
      {kept.data?.length === 0 && <p className="am-hint">{t('places.borders.none')}</p>}
      {kept.data?.map((borders) => (
        <KeptBorders key={borders.level} borders={borders} />
      ))}
      <BordersUpload />
    </Dialog>
  );
}

/** Asks again for what the import or removal has changed, on this screen and on maps. */
function useRefresh() {
  const client = useQueryClient();
  return async ({ message }: { message?: string }) => {
    if (message) toast('success', message);
    const keys = [placeKeys.borders, placeKeys.history, BORDERS_KEY];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

function KeptBorders({ borders }: { borders: BordersView }) {
  const { t } = useTranslation('admin');
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({ mutationFn: () => bordersApi.remove(borders.level), onSuccess: useRefresh() });
  const { level, places, file, size, by, at } = borders;
  return (
    <section className="am-above-4 am-after am-stack am-gap-1 am-brief" data-borders={level}>
      <h3>{t(`places.borders.${level}`)}</h3>
      <p>{t('places.borders.kept', { places: number(places), file: isolateName(file), size: kilobytes(size) })}</p>
      <p className="am-hint">{t('places.borders.keptBy', { name: isolateName(by.name ?? '–'), at: instant(at) })}</p>
      <Button variant="default" color="red" size="sm" onClick={() => setAsking(true)} data-action="remove">
        {t('places.borders.remove')}
      </Button>
      {isAsking && (
        <AskDialog
          title={t('places.borders.remove')}
          question={t('places.borders.askRemove')}
          action={t('places.borders.remove')}
          isDangerous
          busy={remove.isPending}
          error={remove.error}
          onDo={remove.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function BordersUpload() {
  const { t } = useTranslation('admin');
  const [file, setFile] = useState<File | null>(null);
  const preview = useMutation({ mutationFn: bordersApi.preview });
  const refresh = useRefresh();
  const importing = useMutation({
    mutationFn: bordersApi.import,
    onSuccess: async (done) => {
      preview.reset();
      await refresh(done);
    },
  });
  const look = (chosen: File | null, property?: string) => {
    if (!chosen) return;
    setFile(chosen);
    importing.reset();
    preview.mutate({ file: chosen, ...(property && { property }) });
  };
  const found = preview.data;
  const error = preview.error ?? importing.error;
  return (
    <>
      <FileButton accept=".geojson,.topojson,.json,application/geo+json,application/json" onChange={look}>
        {(props) => (
          <Button {...props} variant={found ? 'default' : 'filled'} loading={preview.isPending} data-action="choose">
            {t('places.borders.choose')}
          </Button>
        )}
      </FileButton>
      {error && <FailureNote error={error} />}
      {found && file && (
        <>
          <Found found={found} onProperty={(property) => look(file, property)} />
          {found.map && <BordersMap borders={found.map as Borders} label={t('places.borders.map')} />}
          <p className="am-hint">{t('places.borders.replaces')}</p>
          <Button
            loading={importing.isPending}
            disabled={preview.isPending}
            onClick={() => importing.mutate({ file, property: found.property })}
            data-action="import"
          >
            {t('places.borders.import')}
          </Button>
        </>
      )}
    </>
  );
}

/** Draws the borders as maps will have them: simplified, joined to the places by P-code. */
function BordersMap({ borders, label }: { borders: Borders; label: string }) {
  return (
    <OnlineWidgets>
      <div className={own.map} data-borders-map>
        <MapView label={label} type="Polygon" points={NO_POINTS} borders={borders} />
      </div>
    </OnlineWidgets>
  );
}

const NO_POINTS: readonly Position[] = [];

function Found({ found, onProperty }: { found: BordersImport; onProperty: (property: string) => void }) {
  const { t } = useTranslation('admin');
  const { file, areas, property, properties, levels, unmatched, unmatched_total } = found;
  return (
    <section className="am-above-4 am-after am-stack am-gap-1 am-brief" data-found role="status">
      <p>{t('places.borders.areas', { file: isolateName(file), number: number(areas) })}</p>
      {properties.length > 1 && (
        <NativeSelect
          label={t('places.borders.column')}
          value={property}
          onChange={(event) => onProperty(event.currentTarget.value)}
          data={properties.map(({ name, matched }) => ({
            value: name,
            label: t('places.borders.columnOption', { name: isolateName(name), matched: number(matched) }),
          }))}
        />
      )}
      {levels.map(({ level, places, size, without }) => (
        <div key={level} data-level={level}>
          <h3>{t(`places.borders.${level}`)}</h3>
          <p>{t('places.borders.found', { number: number(places), size: kilobytes(size) })}</p>
          <Names
            title={t('places.borders.without', { number: number(without.length) })}
            names={without.map(({ name, above, pcode }) => [name, above, pcode].filter(Boolean).map(String))}
          />
        </div>
      ))}
      <Names
        title={t('places.borders.unmatched', { number: number(unmatched_total) })}
        names={unmatched.map((one) => [
          t('places.borders.area', {
            number: number(one.number),
            code: one.code === null ? t('places.borders.noCode') : isolateName(one.code),
          }),
        ])}
        more={unmatched_total - unmatched.length}
      />
    </section>
  );
}

interface NamesProps {
  title: string;
  /** Each name with what is told beside it. */
  names: string[][];
  /** How many are left out. */
  more?: number;
}

function Names({ title, names, more = 0 }: NamesProps) {
  const { t } = useTranslation('admin');
  if (names.length === 0) return null;
  return (
    <details>
      <summary className="am-opener">{title}</summary>
      <ul className="am-scrolls">
        {names.map((parts) => (
          <li key={parts.join()}>
            <DotSeparated parts={parts.map((part) => <bdi key={part}>{part}</bdi>)} />
          </li>
        ))}
        {more > 0 && <li>{t('places.borders.more', { number: number(more) })}</li>}
      </ul>
    </details>
  );
}

function kilobytes(bytes: number): string {
  return number(Math.max(1, Math.round(bytes / 1024)));
}
