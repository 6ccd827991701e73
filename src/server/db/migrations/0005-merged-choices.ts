/** A double of a master table points to the entry that stands for it; records keep what they say. */
export const steps = ['ALTER TABLE choices ADD COLUMN merged_into TEXT'];
