import { pageTitle } from '../document/page-title.ts'

const pageOfPerson = /^\/\w+\/app\/i\/[^/]+\/(?:contacts|conversation)\/[^/]/

/** The page's title for services. Pages of a contact or a conversation have a person's name in front, which is removed. */
export const collectedTitle = (): string =>
  pageOfPerson.test(location.pathname) ? pageTitle().split(' – ').slice(-2).join(' – ') : pageTitle()
