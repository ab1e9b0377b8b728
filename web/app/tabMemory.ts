import { type SessionUser, sessionUserSchema } from '#contract/auth.ts'
import { type ProfileAddress, readProfileAddress } from './address.ts'

/** What the session keeps in this tab's storage: who is signed in, the current menu, and the open profile. */
export const tabMemory = {
  user: (): SessionUser | undefined =>
    sessionUserSchema.safeParse(parse(sessionStorage.getItem('user'))).data,
  keepUser: (user: SessionUser) => sessionStorage.setItem('user', JSON.stringify(user)),
  menu: () => sessionStorage.getItem('menu') ?? undefined,
  keepMenu: (menu: string) => sessionStorage.setItem('menu', menu),
  profile: (): ProfileAddress =>
    readProfileAddress({
      student: sessionStorage.getItem('student'),
      profile: sessionStorage.getItem('profile'),
    }),
  keepProfile({ student, profile }: ProfileAddress) {
    sessionStorage.setItem('student', String(student ?? ''))
    sessionStorage.setItem('profile', profile ?? '')
  },
  clear: () => sessionStorage.clear(),
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
