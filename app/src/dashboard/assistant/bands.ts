/** How sure the assistant was, as a colour beside the word for it. */
export const bandTones = {
  answer: 'success',
  may_help: 'warning',
  hand_over: 'danger',
  small_talk: 'neutral',
} as const
