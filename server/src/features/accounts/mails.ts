import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, type MailOutcome, plainName } from '#platform/mail/index.ts'

const words = {
  en: {
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    footer:
      'You get this mail because of an action on your Ozvi account. If it was not yours, you can ignore it.',
    verify_email: {
      subject: 'Confirm your e-mail address',
      lines: ['please confirm that this address is yours. The link works for 24 hours and once.'],
      action: 'Confirm address',
    },
    change_email: {
      subject: 'Confirm your new e-mail address',
      lines: [
        'please confirm that this address is yours. Until then your account keeps the old one. The link works for 24 hours and once.',
      ],
      action: 'Confirm new address',
    },
    reset_password: {
      subject: 'Choose a new password',
      lines: ['you can choose a new password for your account here. The link works for one hour and once.'],
      action: 'Choose a new password',
    },
    password_changed: {
      subject: 'Your password was changed',
      lines: [
        'somebody signed in to your account chose a new password for it. If that was not you, choose another now, by "Forgot your password?" on the sign-in page.',
      ],
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      lines: [
        'from now on it signs in to your account. If that was not you, remove it on your account page and choose a new password now.',
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      lines: ['it no longer signs in to your account. If that was not you, choose a new password now.'],
    },
    two_factor_on: {
      subject: 'Two-factor sign-in is on',
      lines: [
        'from now on your account asks for a code of your authenticator app as well. If that was not you, choose a new password now.',
      ],
    },
    two_factor_off: {
      subject: 'Two-factor sign-in is off',
      lines: [
        'your password alone opens your account again. If that was not you, choose a new password now.',
      ],
    },
    two_factor_reset: {
      subject: 'Your two-factor sign-in was reset',
      lines: [
        'the owner of your workspace has turned off the two-factor sign-in of your account, and you are signed out everywhere. Sign in with your password and set it up again.',
      ],
    },
    password_reset: {
      subject: 'Your password was reset',
      lines: [
        'a new password was chosen for your account by the link in an email, and you are signed out everywhere. If that was not you, choose another now: select “Forgot your password?” on the sign-in page.',
      ],
    },
    password_reset_passkeys: {
      subject: 'Your password was reset',
      lines: [
        'a new password was chosen for your account by the link in an email, and you are signed out everywhere.',
        'Your passkeys still sign in to the account. If you do not recognize one of them, remove it on your account page.',
        'If you did not reset the password, choose another now: select “Forgot your password?” on the sign-in page.',
      ],
    },
    email_changed: {
      subject: 'Your email address was changed',
      lines: [
        'the email address of your account is no longer this one: it was changed, and the new address was confirmed.',
        'If that was not you, restore this address within 7 days. Everyone is then signed out of the account and you choose a new password.',
      ],
      action: 'Restore this address',
    },
    address_taken: {
      subject: 'You already have an account',
      lines: [
        'someone asked to use this address for another Ozvi account. It already belongs to yours, so nothing has changed. If it was you, sign in with this address, or reset the password if you have forgotten it.',
      ],
      action: 'Sign in',
    },
    email_changing: {
      subject: 'Your e-mail address is about to change',
      lines: [
        'somebody signed in to your account asked to change its e-mail address. It changes once the new address is confirmed. If that was not you, choose a new password now.',
      ],
    },
  },
  sk: {
    hello: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    footer: 'Túto správu dostávate pre úkon vo vašom účte Ozvi. Ak nebol váš, môžete ju ignorovať.',
    verify_email: {
      subject: 'Potvrďte svoju e-mailovú adresu',
      lines: ['potvrďte, prosím, že táto adresa patrí vám. Odkaz platí 24 hodín a funguje raz.'],
      action: 'Potvrdiť adresu',
    },
    change_email: {
      subject: 'Potvrďte svoju novú e-mailovú adresu',
      lines: [
        'potvrďte, prosím, že táto adresa patrí vám. Dovtedy má váš účet pôvodnú adresu. Odkaz platí 24 hodín a funguje raz.',
      ],
      action: 'Potvrdiť novú adresu',
    },
    reset_password: {
      subject: 'Zvoľte si nové heslo',
      lines: ['tu si môžete zvoliť nové heslo k svojmu účtu. Odkaz platí hodinu a funguje raz.'],
      action: 'Zvoliť nové heslo',
    },
    password_changed: {
      subject: 'Vaše heslo bolo zmenené',
      lines: [
        'niekto prihlásený vo vašom účte mu zvolil nové heslo. Ak ste to neboli vy, hneď si zvoľte iné cez „Zabudli ste heslo?“ na prihlasovacej stránke.',
      ],
    },
    passkey_added: {
      subject: 'K vášmu účtu pribudol prístupový kľúč',
      lines: [
        'odteraz sa ním dá prihlásiť do vášho účtu. Ak ste to neboli vy, odstráňte ho na stránke účtu a hneď si zvoľte nové heslo.',
      ],
    },
    passkey_removed: {
      subject: 'Z vášho účtu bol odstránený prístupový kľúč',
      lines: ['do vášho účtu sa ním už nedá prihlásiť. Ak ste to neboli vy, hneď si zvoľte nové heslo.'],
    },
    two_factor_on: {
      subject: 'Dvojstupňové prihlásenie je zapnuté',
      lines: [
        'odteraz si váš účet vyžiada aj kód z overovacej aplikácie. Ak ste to neboli vy, hneď si zvoľte nové heslo.',
      ],
    },
    two_factor_off: {
      subject: 'Dvojstupňové prihlásenie je vypnuté',
      lines: ['váš účet znova otvorí samotné heslo. Ak ste to neboli vy, hneď si zvoľte nové heslo.'],
    },
    two_factor_reset: {
      subject: 'Vaše dvojstupňové prihlásenie bolo zrušené',
      lines: [
        'vlastník vášho pracovného priestoru vypol dvojstupňové prihlásenie vášho účtu a všade ste odhlásení. Prihláste sa heslom a nastavte si ho znova.',
      ],
    },
    password_reset: {
      subject: 'Vaše heslo bolo obnovené',
      lines: [
        'cez odkaz v e-maile bolo k vášmu účtu zvolené nové heslo a všade ste odhlásení. Ak ste to neboli vy, hneď si zvoľte iné: na prihlasovacej stránke vyberte „Zabudli ste heslo?“.',
      ],
    },
    password_reset_passkeys: {
      subject: 'Vaše heslo bolo obnovené',
      lines: [
        'cez odkaz v e-maile bolo k vášmu účtu zvolené nové heslo a všade ste odhlásení.',
        'Prístupové kľúče do účtu prihlasujú naďalej. Ak niektorý nepoznáte, odstráňte ho na stránke účtu.',
        'Ak ste heslo neobnovovali vy, hneď si zvoľte iné: na prihlasovacej stránke vyberte „Zabudli ste heslo?“.',
      ],
    },
    email_changed: {
      subject: 'Vaša e-mailová adresa bola zmenená',
      lines: [
        'váš účet už nemá túto e-mailovú adresu: bola zmenená a nová adresa bola potvrdená.',
        'Ak ste to neboli vy, obnovte túto adresu do 7 dní. Z účtu budú všetci odhlásení a zvolíte si nové heslo.',
      ],
      action: 'Obnoviť túto adresu',
    },
    address_taken: {
      subject: 'Účet už máte',
      lines: [
        'niekto chcel túto adresu použiť pre iný účet Ozvi. Patrí už vášmu účtu, preto sa nič nezmenilo. Ak ste to boli vy, prihláste sa touto adresou alebo si obnovte zabudnuté heslo.',
      ],
      action: 'Prihlásiť sa',
    },
    email_changing: {
      subject: 'Vaša e-mailová adresa sa má zmeniť',
      lines: [
        'niekto prihlásený vo vašom účte požiadal o zmenu jeho e-mailovej adresy. Zmení sa po potvrdení novej adresy. Ak ste to neboli vy, hneď si zvoľte nové heslo.',
      ],
    },
  },
} as const

interface Recipient {
  name: string
  email: string
  locale: Locale
}
const paths = {
  verify_email: '/verify-email',
  change_email: '/verify-email',
  reset_password: '/auth/reset-password',
}

async function post(
  ctx: Context,
  tx: Tx,
  kind: 'account' | 'notice',
  to: Recipient,
  subject: string,
  lines: readonly string[],
  action?: { label: string; url: string },
): Promise<MailOutcome> {
  const { hello, footer } = words[to.locale]
  const body = mailBody({
    greeting: hello(plainName(to.name)),
    paragraphs: [...lines],
    footer,
    ...(action ? { action } : {}),
  })
  return ctx.mail.queue(tx, { kind, message_id: randomUUID(), to: to.email, subject, ...body })
}

export async function mailLink(
  ctx: Context,
  tx: Tx,
  to: Recipient,
  purpose: keyof typeof paths,
  token: string,
): Promise<MailOutcome> {
  const { subject, lines, action } = words[to.locale][purpose]
  const url = `${ctx.config.app_url}${paths[purpose]}?token=${token}`
  return post(ctx, tx, 'account', to, subject, lines, { label: action, url })
}

/** Notifies the previous address of a change, with a link to undo it. */
export async function mailEmailChanged(ctx: Context, tx: Tx, to: Recipient, token: string): Promise<void> {
  const { subject, lines, action } = words[to.locale].email_changed
  const url = `${ctx.config.app_url}/undo-email-change?token=${token}`
  await post(ctx, tx, 'notice', to, subject, lines, { label: action, url })
}

/**
 * To the owner of an address that someone requested for another account. Contains no names, because the
 * requester chose them.
 */
export function mailAddressTaken(
  ctx: Context,
  tx: Tx,
  { email, locale }: Pick<Recipient, 'email' | 'locale'>,
): Promise<MailOutcome> {
  const { subject, lines, action } = words[locale].address_taken
  const url = `${ctx.config.app_url}/auth`
  return post(ctx, tx, 'account', { name: '', email, locale }, subject, lines, { label: action, url })
}

type Notice =
  | 'password_reset'
  | 'password_reset_passkeys'
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_changing'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_reset'
/** Notifies a user about a change to their account, so that they can object. */
export async function mailNotice(ctx: Context, tx: Tx, to: Recipient, notice: Notice): Promise<void> {
  const { subject, lines } = words[to.locale][notice]
  await post(ctx, tx, 'notice', to, subject, lines)
}
