import { contactFieldChanged, contactFieldDeleted } from '@ozvi/contract'
import { fieldsOf } from '#features/custom-fields'

/** Custom fields of contacts. */
export const contactFields = fieldsOf('contact', {
  changed: (tx, field) => tx.emit(contactFieldChanged, field),
  deleted: (tx, deleted) => tx.emit(contactFieldDeleted, deleted),
})
