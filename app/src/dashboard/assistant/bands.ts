/** Color of each confidence band. */
export const bandTones = {
  answer: 'success',
  may_help: 'warning',
  hand_over: 'danger',
  small_talk: 'neutral',
} as const
