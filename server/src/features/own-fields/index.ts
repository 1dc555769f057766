export { fieldsOf } from './service.ts'
export { listFields } from './store.ts'
export { changesOfValues } from './values.ts'
