import type { Generated } from 'kysely'
import type { Ending, SignInRule } from '#contract/identity/account.ts'
import type { StepKind } from '#contract/identity/auth.ts'

/** What a session may do: everything, complete its sign-in, or set up a second step first. */
export type SessionState = 'signed_in' | 'second_step' | 'set_up'

export type AccountTables = {
  roles: { id: number; role: string }

  users: {
    id: Generated<number>
    first_name: string
    last_name: string
    email: string
    phone: string | null
    country: string | null
    status: number
    role_id: number
    password_hash: string | null
    /** The text for searches, folded (`userSearchText`). It is also the order by name. */
    search: string
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** The first sign-in, from which the days to set up a second step count. */
    signed_in_at: string | null
  }

  sessions: {
    id: Generated<number>
    /** Only the hash is stored, so that a reader of the table cannot sign in with it. */
    token_hash: string
    user_id: number
    created_at: string
    seen_at: string
    state: SessionState
    /** When the user last proved who they are, by a second step or, without one, by the password. */
    confirmed_at: string | null
    /** Such as `Chrome on Windows`. */
    device: string
  }

  /** Sessions that have ended, for the list of their user. */
  ended_sessions: {
    id: Generated<number>
    user_id: number
    device: string
    created_at: string
    seen_at: string
    /** For a session that expired, when it was last used. */
    ended_at: string
    how: Ending
  }

  /** Authenticator apps and passkeys. */
  second_steps: {
    id: Generated<number>
    user_id: number
    kind: StepKind
    name: string
    /** The secret of an app, encrypted; null for a passkey. */
    secret: string | null
    /** The id, public key (base64url), counter, transports (as JSON) and host of a passkey. */
    credential_id: string | null
    public_key: string | null
    counter: number
    transports: string | null
    rp_id: string | null
    created_at: string
    /** Null until its first code was entered: until then it does not count. */
    confirmed_at: string | null
    used_at: string | null
  }

  recovery_codes: {
    id: Generated<number>
    user_id: number
    /** Only the hash is stored. */
    code_hash: string
    created_at: string
    used_at: string | null
  }

  /** Devices that need no second step for a while. */
  remembered_devices: {
    id: Generated<number>
    user_id: number
    token_hash: string
    device: string
    created_at: string
  }

  /** Codes of apps and challenges of passkeys that were used, so that each works once. */
  used_once: { key: string; expires_at: string }

  /** For whom a second step is required: one row. */
  sign_in_rule: { id: Generated<number>; required: SignInRule; since: string }

  attempts: {
    /** The kind of limit and its subject: `sign-in account …`, `sign-in address …`. */
    key: string
    count: number
    expires_at: string
  }
}
