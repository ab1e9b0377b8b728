import { redirect } from '@tanstack/react-router'
import { fetchLinkOwner, type LinkOwner } from '../auth/authApi.ts'
import { HttpError } from '../ui/http.ts'

type PasswordLink = { id: string; user: LinkOwner } | { refusal: string }

/** The user of a password link, or why it is refused. One that cannot be read or has no user leads to Login. */
export async function readPasswordLink(id: string): Promise<PasswordLink> {
  try {
    const user = await fetchLinkOwner(id)
    if (user) return { id, user }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 403 || error.status === 409) return { refusal: error.message }
    if (error.status !== 404) throw error
  }
  throw redirect({ to: '/' })
}
