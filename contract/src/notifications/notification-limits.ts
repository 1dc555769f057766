/** How many of the newest notices a member's list holds. */
export const notificationsMax = 50
