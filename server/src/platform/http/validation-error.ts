import { type FieldErrorCode, type FieldErrors, Problem } from '@ozvi/contract'

/** A validation error of one field, to be thrown. */
export const validationError = (field: string, code: FieldErrorCode) =>
  new Problem('invalid_input', { [field]: [code] })

/** @throws Problem `invalid_input` with all errors, if there are any */
export function assertNoFieldErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Problem('invalid_input', errors)
}
