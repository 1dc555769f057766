export {
  audienceFor,
  contactAudience,
  visibleContacts,
  contactHiddenFrom,
  contactVisibleTo,
  isContactVisible,
  listContactViewers,
  canSeeContact,
} from './contact-visibility.ts'
export {
  hasLimitedViewer,
  isVisibleTo,
  listTeamViewers,
  type Viewer,
  canSee,
  hiddenFrom,
  visibleTo,
  visibleAssignments,
  visibleByMention,
  visibleConversations,
  visibleParts,
} from './visibility.ts'
