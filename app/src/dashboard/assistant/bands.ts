export const bandTones = {
  answer: 'success',
  may_help: 'warning',
  // An outcome, not an error.
  hand_over: 'primary',
  small_talk: 'neutral',
} as const
