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
  viewerOf,
  conversation_access,
  hiddenFrom,
  visibleTo,
  visibleAssignments,
  visibleByMention,
  visibleConversations,
  visibleParts,
} from './visibility.ts'
