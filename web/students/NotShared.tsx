import { IconEyeOff, IconFileOff, IconPhotoOff } from '@tabler/icons-react'
import type { SharedPurpose } from '#contract/privacy/consentStates.ts'
import { notSharedSentence } from '#contract/privacy/consentWords.ts'
import classes from './NotShared.module.css'

type NotSharedProps = {
  /** The student's. */
  name: string
  /** Only the purposes of the part of the page that shows it. */
  hidden: SharedPurpose[]
  /** Among other facts, without an icon. */
  isSmall?: boolean
}

/** Shown instead of data that the family does not share with the supporter. It never gives the reason. */
export function NotShared({ name, hidden, isSmall = false }: NotSharedProps) {
  if (hidden.length === 0) return null
  const Icon =
    hiddenMedia(hidden).length === hidden.length
      ? IconPhotoOff
      : hidden.length === 1
        ? IconFileOff
        : IconEyeOff
  return (
    <p className={classes.lines} data-small={isSmall || undefined}>
      {!isSmall && <Icon size={24} aria-hidden />}
      {notSharedSentence(name, hidden)}
    </p>
  )
}

/** The kinds of a student's media that are not shared. */
export const hiddenMedia = (not_shared: readonly SharedPurpose[]) =>
  not_shared.filter((purpose) => purpose === 'pictures' || purpose === 'videos')
