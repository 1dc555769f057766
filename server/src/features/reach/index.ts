export {
  audienceFor,
  contactAudience,
  contactsWithin,
  contactUnseenBy,
  contactVisibleTo,
  isContactWithin,
  listContactReaders,
  seesContact,
} from './contact-reach.ts'
export {
  hasLimitedReader,
  isSeenBy,
  listTeamReaders,
  type Reader,
  readerOf,
  sees,
  unseenBy,
  visibleTo,
  within,
} from './reach.ts'
