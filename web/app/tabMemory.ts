import { type SessionUser, sessionUserSchema } from '#contract/auth.ts'

/** What the spec's session keeps in this tab's storage: who is signed in, and the current menu. */
export const tabMemory = {
  user: (): SessionUser | undefined =>
    sessionUserSchema.safeParse(parse(sessionStorage.getItem('user'))).data,
  keepUser: (user: SessionUser) => sessionStorage.setItem('user', JSON.stringify(user)),
  menu: () => sessionStorage.getItem('menu') ?? undefined,
  keepMenu: (menu: string) => sessionStorage.setItem('menu', menu),
  clear: () => sessionStorage.clear(),
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
