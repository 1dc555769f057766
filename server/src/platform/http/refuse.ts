import { type FieldRefusal, Problem } from '@ozvi/contract'

/** The refusal of one field, to be thrown. */
export const refuse = (field: string, refusal: FieldRefusal) =>
  new Problem('invalid_input', { [field]: [refusal] })
