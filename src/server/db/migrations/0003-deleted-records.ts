/** Finds the few deleted records of a form, however many living ones there are. */
export const steps = ['CREATE INDEX records_deleted ON records (form, deleted_at) WHERE deleted_at IS NOT NULL'];
