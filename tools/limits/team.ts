import type { Limit } from './limit.ts'
import { hasRoute, hasSetting, hasFile, inContract } from './product.ts'

const docs = 'documentation'

export const limitsOfTeam: readonly Limit[] = [
  {
    feature: 'HubSpot deals',
    isBuilt: () => hasFile('server/src/features/hubspot', /deal/),
    says: [
      [
        `${docs}/team/hubspot`,
        'Deals, deletions, and messages that only your team sees.',
        'Obchody, odstránenia a správy, ktoré vidí iba váš tím.',
      ],
    ],
  },
  {
    feature: 'shop systems and issue trackers',
    isBuilt: () => hasRoute(/shopify|jira/) || hasFile('server/src/features', /shopify|jira/),
    says: [
      [`${docs}/index`, 'HubSpot is the only ready-made integration', 'Hotové prepojenie je iba s HubSpotom'],
      [
        'solutions/software-companies',
        'There is no connection to issue trackers',
        'Nie je tu napojenie na evidenciu chýb',
      ],
      [
        'solutions/online-shops',
        'there is no connection to a shop system, a warehouse or a carrier',
        'nie je napojené na obchodný systém, sklad ani dopravcu',
      ],
    ],
  },
  {
    feature: 'requests by email',
    isBuilt: () => hasSetting('IMAP_', 'INBOUND_') || hasRoute(/inbound|incoming-mail/),
    says: [
      ['competitors/libredesk', 'Ozvi has no email channel.', 'Ozvi e-mailový kanál nemá.'],
      [
        `${docs}/inbox/replying`,
        'Replies to the email itself are not delivered',
        'Odpovede na samotný e-mail sa nedoručujú',
      ],
      [
        'features/honest-hand-over',
        'replies to the email itself are not delivered',
        'odpovede na samotný e-mail neprídu',
      ],
      ['solutions/small-teams', "can't reply to that email", 'zo schránky na ňu neodpíše'],
      [
        'solutions/online-shops',
        'It takes no payments and receives no emails.',
        'Neprijíma platby ani e-maily.',
      ],
    ],
  },
  {
    feature: 'statuses of your own',
    isBuilt: () => hasRoute(/\/conversation-status/),
    says: [
      [
        'dictionary/help-desk',
        'Custom statuses and requests by email aren’t supported.',
        'Vlastné stavy a žiadosti e-mailom Ozvi nepodporuje.',
      ],
    ],
  },
  {
    feature: 'a mobile app',
    isBuilt: () => hasFile('.', /^(mobile|ios|android)$/),
    says: [
      [`${docs}/index`, 'There is no mobile app', 'Mobilná aplikácia nie je'],
      ['solutions/small-teams', 'There is no mobile app', 'Aplikácia pre telefóny nie je'],
      [
        'competitors/chatwoot',
        'Ozvi works in the browser of a phone, but there is no app.',
        'Ozvi funguje v prehliadači telefónu, aplikáciu však nemá.',
      ],
    ],
  },
  {
    feature: 'sign-in with a personal account of another provider',
    isBuilt: () => hasSetting('GOOGLE_CLIENT', 'MICROSOFT_CLIENT') || hasRoute(/google|microsoft/),
    says: [
      [
        `${docs}/account/index`,
        'You can’t sign in with a personal Google or Microsoft account',
        'Osobným účtom Google či Microsoft sa prihlásiť nedá',
      ],
      [
        'solutions/public-services',
        'no sign-in with an electronic identity card.',
        'ani prihlásenie občianskym preukazom.',
      ],
    ],
  },
  {
    feature: 'SAML, SCIM and sign-out at the provider',
    isBuilt: () => hasRoute(/saml|scim|end-session/),
    says: [
      [
        `${docs}/team/single-sign-on`,
        'SAML, automatic creation and removal of members (SCIM), and sign-out at the provider.',
        'SAML, automatické vytváranie a odoberanie členov (SCIM) a odhlásenie u poskytovateľa.',
      ],
    ],
  },
  {
    feature: 'assignment by skill',
    isBuilt: () => inContract('users/teams', /skill/),
    says: [
      [
        'features/honest-hand-over',
        'There is no routing by skill.',
        'Priraďovanie podľa odbornosti tu nie je.',
      ],
    ],
  },
  {
    feature: 'a picture as the icon of the button',
    isBuilt: () => inContract('client/client', /launcher_picture/),
    says: [
      [
        `${docs}/widget/look`,
        "Your own picture as the button's icon can't be set in this version.",
        'Vlastný obrázok ako ikona tlačidla sa v tejto verzii nastaviť nedá.',
      ],
      [
        'features/light-widget',
        "You can't use your own picture as the button's icon.",
        'Vlastný obrázok ako ikona tlačidla sa použiť nedá.',
      ],
    ],
  },
  {
    feature: 'plugins for content management systems',
    isBuilt: () => hasFile('.', /wordpress|plugin|react-package/),
    says: [
      [
        `${docs}/widget/install`,
        'There are no ready-made Ozvi plugins for these systems',
        'Hotový doplnok (plugin) Ozvi pre žiadny z týchto systémov nemáme',
      ],
    ],
  },
  {
    feature: 'importers of conversations',
    isBuilt: () => hasFile('contract/src/conversations', /import/),
    says: [
      ['competitors/libredesk', 'There is no importer for conversations', 'Import konverzácií neexistuje'],
      ['competitors/intercom', 'There is no importer for conversations.', 'Import konverzácií neexistuje.'],
    ],
  },
  {
    feature: 'contacts entered by hand',
    isBuilt: () => hasFile('app/src/dashboard/contacts', /new-contact/),
    says: [[`${docs}/inbox/contacts`, "You can't enter a contact by hand.", 'Ručne sa kontakt zadať nedá.']],
  },
]
