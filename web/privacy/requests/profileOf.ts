import type { LinkProps } from '@tanstack/react-router'

export type ProfileTab = 'funding' | 'history' | 'looked'

/** The address of a student's page. */
export const profileOf = (student: number, tab?: ProfileTab): Pick<LinkProps, 'search'>['search'] => ({
  menu: 'profile',
  student,
  profile: 'academics',
  ...(tab && { tab }),
})
