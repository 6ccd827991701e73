/** Tables of what people save for their lists. See `tables.ts`. */

/** A saved view of a form's list. The one without a name holds the columns that its owner last chose without a view. */
export interface ListViewsTable {
  id: string;
  form: string;
  owner_id: string;
  name: string;
  /** Folded name, unique for an owner and form. Empty for the remembered columns. */
  name_key: string;
  /** 1 if everybody who sees the list may use it. */
  shared: number;
  /** JSON of a `ViewState`. */
  state: string;
  /** The version of the form whose names the state has. */
  form_version: number;
  /** Grows with every change. */
  version: number;
  created_at: string;
  changed_at: string;
  changed_by: string;
}
