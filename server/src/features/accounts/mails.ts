import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context.ts'
import { mailBody, plainName, sendMail } from '#platform/mail/index.ts'
import type { MailPurpose } from './store.ts'

const words = {
  en: {
    hello: (name: string) => `Hello ${name},`,
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
    email_changing: {
      subject: 'Your e-mail address is about to change',
      lines: [
        'somebody signed in to your account asked to change its e-mail address. It changes once the new address is confirmed. If that was not you, choose a new password now.',
      ],
    },
  },
  sk: {
    hello: (name: string) => `Dobrý deň, ${name},`,
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
const paths: Record<MailPurpose, string> = {
  verify_email: '/verify-email',
  change_email: '/verify-email',
  reset_password: '/auth/reset-password',
}

async function post(
  tx: Tx,
  to: Recipient,
  subject: string,
  lines: readonly string[],
  action?: { label: string; url: string },
) {
  const { hello, footer } = words[to.locale]
  const body = mailBody({
    greeting: hello(plainName(to.name)),
    paragraphs: [...lines],
    footer,
    ...(action ? { action } : {}),
  })
  await tx.enqueue(sendMail, { message_id: randomUUID(), to: to.email, subject, ...body })
}

export async function mailLink(
  ctx: Context,
  tx: Tx,
  to: Recipient,
  purpose: MailPurpose,
  token: string,
): Promise<void> {
  const { subject, lines, action } = words[to.locale][purpose]
  const url = `${ctx.config.app_url}${paths[purpose]}?token=${token}`
  await post(tx, to, subject, lines, { label: action, url })
}

type Notice =
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_changing'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_reset'
/** Tells somebody what has happened to their account, so that they can object. */
export async function mailNotice(tx: Tx, to: Recipient, notice: Notice): Promise<void> {
  const { subject, lines } = words[to.locale][notice]
  await post(tx, to, subject, lines)
}
