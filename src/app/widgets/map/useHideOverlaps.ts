/** Hides names that would cover others: provinces go before districts, and districts before neighbouring places. */
import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

const FIRST = ['am-map-province', 'am-map-district', 'am-map-bordered', 'am-map-neighbour'];

const rank = (name: Element) => FIRST.findIndex((kind) => name.parentElement?.classList.contains(kind));

export function useHideOverlaps(map: LeafletMap | undefined): void {
  useEffect(() => {
    if (!map) return;
    let frame = 0;
    // Names come one by one, so they are looked at once after the last of them.
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => tidy(map.getPane('markerPane')));
    };
    map.on('layeradd moveend', soon);
    soon();
    return () => {
      cancelAnimationFrame(frame);
      map.off('layeradd moveend', soon);
    };
  }, [map]);
}

function tidy(pane: HTMLElement | undefined): void {
  const names = [...(pane?.querySelectorAll<HTMLElement>('.am-map-place > span:not(:empty)') ?? [])];
  const boxes = names.map((name) => ({ name, box: name.getBoundingClientRect(), order: rank(name) }));
  const shown: DOMRect[] = [];
  for (const { name, box } of boxes.sort((a, b) => a.order - b.order)) {
    const isCovering = shown.some((other) => areOverlapping(box, other));
    name.style.visibility = isCovering ? 'hidden' : '';
    if (!isCovering) shown.push(box);
  }
}

function areOverlapping(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
