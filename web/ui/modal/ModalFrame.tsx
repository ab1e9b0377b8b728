import { Box, Modal, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Message } from '../Message.tsx'
import { useIsPhone, useIsTablet } from '../useIsPhone.ts'
import classes from './ModalFrame.module.css'
import { useBackEntry } from './useBackEntry.ts'
import type { ModalLife } from './useModalLife.ts'

type ModalFrameProps = {
  life: ModalLife
  title: string
  /** Left of the title: the picture of the person whom the modal is about. */
  image?: ReactNode
  /** The person or thing that the modal is about, in small type under the title. */
  subtitle?: ReactNode
  /** Beside the title, such as a count. */
  badge?: ReactNode
  width: number
  /** At the right edge, from the nav bar down, instead of centred. The bar stays in view and usable. */
  isUnderBar?: boolean
  /** Called by Esc, X, a click outside and Back; the owner may keep the modal open. Closes it by default. */
  onAskClose?: () => void
  /** Whether leaving the form would discard something. */
  isDirty?: boolean
  /** Whether closing the page would also discard it, because there is no draft. */
  hasUnstored?: boolean
  /** Near the top and without a visible head: its content starts with a field, and has its own way to close it. */
  isBare?: boolean
  /** Whether it fills the screen of a phone, as forms do; a confirmation stays a small card. */
  fillsPhone?: boolean
  /** Whether it also fills the screen of a tablet. */
  fillsTablet?: boolean
  /** Whether it appears at once, because it replaces another modal. */
  isInstant?: boolean
  children: ReactNode
}

/** The frame of every modal: its head and the ways to close it. Its children are body and foot. */
export function ModalFrame({
  life,
  title,
  image,
  subtitle,
  badge,
  width,
  isUnderBar = false,
  isBare = false,
  onAskClose = life.close,
  isDirty = false,
  hasUnstored = isDirty,
  fillsPhone = false,
  fillsTablet = false,
  isInstant = false,
  children,
}: ModalFrameProps) {
  const isPhone = useIsPhone()
  const isTablet = useIsTablet()
  const isFullScreen = (isPhone && fillsPhone) || (isTablet && fillsTablet)
  const isSide = isUnderBar && !isFullScreen
  const [top] = useState(barBottom)
  const content = useRef<HTMLDivElement>(null)
  const isLast = (dialogs: string) => [...document.querySelectorAll(dialogs)].at(-1) === content.current
  /** One modal may cover another: Esc and Back close the top one. Esc closes an open calendar first. */
  const isOnTop = () => isLast('[role="dialog"][aria-modal="true"]')
  useBackEntry(life.isOpen)
  useBlocker({
    disabled: !life.isOpen,
    enableBeforeUnload: hasUnstored,
    shouldBlockFn: ({ action }) => {
      const isLeaving = isDirty && (action === 'FORWARD' || action === 'GO')
      const isForMe = action === 'BACK' && isOnTop()
      if (!isForMe && !isLeaving) return false
      onAskClose()
      return true
    },
  })
  return (
    <Modal.Root
      opened={life.isOpen}
      onClose={() => isLast('[role="dialog"]') && onAskClose()}
      onExitTransitionEnd={life.onClosed}
      returnFocus={false}
      size={width}
      centered={!isSide && !isBare}
      yOffset="10dvh"
      __vars={{ '--top': `${top}px` }}
      fullScreen={isFullScreen}
      shadow="var(--el-e3)"
      transitionProps={{ duration: isInstant && life.isOpen ? 0 : 180, transition: 'fade' }}
      classNames={{
        content: classes.content ?? '',
        ...(isSide && { inner: classes.side ?? '', overlay: classes.under ?? '' }),
        title: 'el-h2',
      }}
    >
      <Modal.Overlay bg="var(--el-scrim)" />
      <Modal.Content ref={content} radius="lg" onFocus={keepFocus} data-instant={isInstant || undefined}>
        {isBare ? (
          <VisuallyHidden>
            <Modal.Title component="h2">{title}</Modal.Title>
          </VisuallyHidden>
        ) : (
          <div className={classes.head}>
            {image}
            <div>
              <Modal.Title component="h2">
                {title}
                {badge}
              </Modal.Title>
              {subtitle && <p className="el-sm el-ink-2">{subtitle}</p>}
            </div>
          </div>
        )}
        {children}
        {/* The last element, so that the keyboard starts at the modal's content. */}
        {!isBare && (
          <div className={classes.close}>
            <IconButton icon={IconX} label="Close" onClick={onAskClose} />
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The page may be scrolled, and the bar with it. It stays there while the modal is open. */
const barBottom = () => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)

/**
 * Mantine puts the focus on a modal's first field twice, on a slow computer up to a second apart. By the second time
 * the user may be in another field, so the attribute that Mantine looks for is moved to that field.
 */
function keepFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
  if (!currentTarget.contains(target)) return
  currentTarget.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', '')
}

/** The question of a confirmation. It describes the dialog, so that a screen reader reads it as the dialog opens. */
export const ModalQuestion = ({ children }: { children: ReactNode }) => (
  <Modal.Body className="el-body el-break" p={0}>
    {children}
  </Modal.Body>
)

export function SavingNotice({ notice }: { notice: { tone: 'bad' | 'good'; text: string } | undefined }) {
  if (!notice) return null
  return (
    <Box mb={14}>
      <Message tone={notice.tone}>{notice.text}</Message>
    </Box>
  )
}
