/* A file of its own, so that only lists that ask for own fields fetch what that means. */
export { areFieldsWanted } from '@ozvi/contract'
