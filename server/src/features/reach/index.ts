export {
  contactAudience,
  contactsWithin,
  contactUnseenBy,
  forThoseWhoSee,
  isContactWithin,
  listContactReaders,
  seesContact,
} from './contact-reach.ts'
export { isSeenBy, listTeamReaders, type Reader, readerOf, sees, unseenBy, within } from './reach.ts'
