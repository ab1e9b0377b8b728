import type { Generated } from 'kysely'
import type { LinkKind } from '#contract/auth.ts'
import type { letterStates } from '#contract/letters.ts'

/** The tables as the newest migration leaves them. Instants are ISO text, flags and ids are integers. */
export type Tables = {
  roles: { id: number; role: string }

  users: {
    id: Generated<number>
    first_name: string
    last_name: string
    email: string
    status: number
    role_id: number
    password_hash: string | null
    /** The folded name, address and role: what searches look through, and the order by name. */
    search: string
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
  }

  sessions: {
    /** Only the hash is kept: who reads the table cannot sign in with it. */
    token_hash: string
    user_id: number
    created_at: string
    seen_at: string
  }

  attempts: {
    /** What is limited and for whom: `sign-in account …`, `sign-in address …`. */
    key: string
    count: number
    expires_at: string
  }

  letters: {
    id: Generated<number>
    message_id: string
    recipient: string
    subject: string
    text: string
    html: string
    /** Set when the letter holds a password link; the link itself is only made as the letter leaves. */
    link_kind: LinkKind | null
    user_id: number | null
    state: (typeof letterStates)[number]
    attempts: number
    last_error: string | null
    created_at: string
    /** When it may be tried; while it is being sent, until when the holder of `lease` alone may do so. */
    next_attempt_at: string
    lease: string | null
    sent_at: string | null
  }

  history: {
    id: Generated<number>
    entity: string
    entity_id: number
    action: string
    /** `{ field: [old, new] }` as JSON. */
    changes: string
    user_id: number | null
    at: string
  }
}
