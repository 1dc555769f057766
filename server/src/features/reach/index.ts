export { isSeenBy, listTeamReaders, type Reader, readerOf, sees, unseenBy, within } from './reach.ts'
