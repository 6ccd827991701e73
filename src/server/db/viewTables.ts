/** Tables of what people keep for themselves: views of lists, and forms that they have begun. See `tables.ts`. */

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
  /** JSON of a `SavedViewState`. */
  state: string;
  /** The version of the form whose names the state has. */
  form_version: number;
  /** Grows with every change. */
  version: number;
  created_at: string;
  changed_at: string;
  changed_by: string;
}

/** A form that somebody has begun, or the trace of one that was saved or discarded. See `formDrafts.ts`. */
export interface FormDraftsTable {
  user_id: string;
  /** Made by the device from form, record and parent, so that all devices of the person mean the same draft. */
  id: string;
  form: string;
  form_version: number;
  /** Record that is edited. Null for a new one. */
  record_id: string | null;
  parent_id: string | null;
  /** When it was last changed by the clock of that device. */
  at: string;
  /** The same by the clock of the server. */
  changed_at: string;
  /** Another one after each write. */
  revision: string;
  /** JSON. Null if the draft was saved or discarded. */
  body: string | null;
}
