/** Pages of rows that are all on the device already. */
import { PageControls } from '../list/Pages.tsx';

const PER_PAGE = 25;

/** Returns the rows of a page. Pages count from 1. */
export function rowsOfPage<Row>(rows: readonly Row[], page: number): Row[] {
  return rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
}

export function LoadedPages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last_page = Math.max(1, Math.ceil(total / PER_PAGE));
  return (
    <PageControls meta={{ per_page: PER_PAGE, current_page: page, last_page, total, capped: false }} onPage={onPage} />
  );
}
