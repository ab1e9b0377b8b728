import {
  canSeeLetters,
  canSeeSettings,
  canSeeStudents,
  canSeeUsers,
  landingMenu,
} from '#contract/permissions.ts'

const everyone = () => true

/** Every value of the current menu, and who may open it. */
const mayOpen = {
  students: canSeeStudents,
  users: canSeeUsers,
  letters: canSeeLetters,
  academics: everyone,
  finance: everyone,
  gallery: everyone,
  profile: everyone,
  notification: canSeeSettings,
  schools: canSeeSettings,
  cluster: canSeeSettings,
  supporter: canSeeSettings,
  academicsRep: canSeeSettings,
  financeRep: canSeeSettings,
} satisfies Record<string, (role: number) => boolean>

export type Menu = keyof typeof mayOpen

const isMenu = (text: string): text is Menu => Object.hasOwn(mayOpen, text)

/** The menu that is opened when `wanted` is asked for: itself, or where the role lands. */
export function openMenu(wanted: string | undefined, role: number): Menu {
  return wanted !== undefined && isMenu(wanted) && mayOpen[wanted](role) ? wanted : landingMenu(role)
}
