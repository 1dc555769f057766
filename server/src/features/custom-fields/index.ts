export {
  type Condition,
  not,
  numberCondition,
  customFieldCondition,
  pattern,
  textCondition,
  type TextValue,
} from './conditions.ts'
export { fieldsOf } from './service.ts'
export { listFields } from './store.ts'
export { changesOfValues } from './values.ts'
