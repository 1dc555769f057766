/**
 * Parts of addresses where the product's own chat is not: inside of a workspace one answers, and does not ask; while
 * one is set up its own chat stands there.
 */
export const hideOn = ['app/i/', 'app/onboarding']
