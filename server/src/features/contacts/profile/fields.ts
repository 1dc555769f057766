import { contactFieldChanged, contactFieldDeleted } from '@ozvi/contract'
import { fieldsOf } from '#features/own-fields'

/** Custom fields of contacts. */
export const contactFields = fieldsOf('contact', {
  changed: (tx, field) => tx.emit(contactFieldChanged, field),
  deleted: (tx, gone) => tx.emit(contactFieldDeleted, gone),
})
