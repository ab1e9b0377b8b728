import { describe, expect, test } from 'vitest'
import { roles } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { userActions } from './userActions.ts'

const NEW = 0
const DISABLED = 1
const ACTIVE = 2

const user = (role: number, status: number, id = 20): User => ({
  id,
  first_name: 'Tom',
  last_name: 'Kariuki',
  email: 'tom@example.org',
  phone: null,
  country: null,
  status,
  roles: roles.find((known) => known.id === role) ?? roles[0],
})
const actor = (role: number, id = 10) => ({ id, name: 'Amina', role, notifications_admin: false })
const reasonsOf = (target: User, by: ReturnType<typeof actor>) => {
  const actions = userActions(target, by, () => {})
  return [actions.edit.reason, actions.status.reason, actions.delete.reason]
}

describe('the icons of a user', () => {
  test('an administrator edits, deactivates, but deletes only new users', () => {
    expect(reasonsOf(user(4, ACTIVE), actor(1))).toEqual([
      undefined,
      undefined,
      'Only New Users can be Deleted',
    ])
  })

  test("a new user's status cannot be changed, but they can be deleted", () => {
    expect(reasonsOf(user(5, NEW), actor(1))).toEqual([
      undefined,
      'You Cannot Change New User Status',
      undefined,
    ])
  })

  test.each([1, 2, 3])('a coordinator does not touch a user of role %i', (role) => {
    const refused = 'Your Role Cannot Change This User'
    expect(reasonsOf(user(role, DISABLED), actor(3)).slice(0, 2)).toEqual([refused, refused])
    expect(reasonsOf(user(role, NEW), actor(3))[2]).toBe(refused)
  })

  test('users cannot change a more privileged user', () => {
    expect(reasonsOf(user(1, ACTIVE), actor(2))[0]).toBe('Your Role Cannot Change This User')
  })

  test('users cannot change their own status or delete themselves', () => {
    expect(reasonsOf(user(1, ACTIVE, 10), actor(1, 10))).toEqual([
      undefined,
      'You Cannot Change Your Own Status',
      'You Cannot Delete Yourself',
    ])
  })

  test('names the record and the direction of the change', () => {
    expect(userActions(user(4, ACTIVE), actor(1), () => {}).status.label).toBe('Deactivate Tom Kariuki')
    expect(userActions(user(4, DISABLED), actor(1), () => {}).status.label).toBe('Activate Tom Kariuki')
  })
})
