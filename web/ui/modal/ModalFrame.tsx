import { Box, Modal, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Message } from '../Message.tsx'
import classes from './ModalFrame.module.css'
import { useAboveKeyboard } from './useAboveKeyboard.ts'
import { useBackEntry } from './useBackEntry.ts'
import type { ModalLife } from './useModalLife.ts'

/**
 * `question`: a confirmation, on a phone at the bottom edge. `narrow`: one column. `wide`: two columns. `large`: a form in two
 * or three columns. `fill`: as high and wide as the window, for parts beside each other that scroll by themselves.
 * `panel`: at the right edge, from the nav bar down; the bar stays in view and usable. `palette`: near the top and
 * without a visible head; its content starts with a field, and has its own way to close it.
 * All but a question fill a phone or a low window.
 */
export type ModalShape = keyof typeof widths

const widths = {
  question: 480,
  narrow: 500,
  wide: 790,
  large: 1128,
  fill: 1400,
  panel: 560,
  palette: 640,
}

type ModalFrameProps = {
  life: ModalLife
  title: string
  /** The person or thing that the modal is about, beside the title; on a phone below it, and larger. */
  subtitle?: ReactNode
  /** Beside the title, such as a count. */
  badge?: ReactNode
  shape: ModalShape
  /** Called by Esc, X, a click outside and Back; the owner may keep the modal open. Closes it by default. */
  onAskClose?: () => void
  /** Whether leaving the form would discard something. */
  isDirty?: boolean
  /** Whether closing the page would also discard it, because there is no draft. */
  hasUnstored?: boolean
  /** Whether its save is done, and it closes soon. Its buttons are then disabled, so it takes the focus that they had. */
  isSaved?: boolean
  /** Whether it appears at once, because it replaces another modal. */
  isInstant?: boolean
  /** Body and foot. In a low window they scroll together with the head, so no height may depend on that of the dialog. */
  children: ReactNode
}

/** The frame of every modal: its head and the ways to close it. */
export function ModalFrame({
  life,
  title,
  subtitle,
  badge,
  shape,
  onAskClose = life.close,
  isDirty = false,
  hasUnstored = isDirty,
  isSaved = false,
  isInstant = false,
  children,
}: ModalFrameProps) {
  const [top] = useState(barBottom)
  const content = useRef<HTMLDivElement>(null)
  const wasTab = useRef(false)
  const isLast = (dialogs: string) => [...document.querySelectorAll(dialogs)].at(-1) === content.current
  /** One modal may cover another: Esc and Back close the top one. Esc closes an open calendar first. */
  const isOnTop = () => isLast('[role="dialog"][aria-modal="true"]')
  useBackEntry(life.isOpen)
  useAboveKeyboard(content)
  useEffect(() => {
    if (isSaved) content.current?.focus()
  }, [isSaved])
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
      data-shape={shape}
      opened={life.isOpen}
      onClose={() => isLast('[role="dialog"]') && onAskClose()}
      onExitTransitionEnd={life.onClosed}
      returnFocus={false}
      size={widths[shape]}
      xOffset={16}
      yOffset={16}
      __vars={{ '--top': `${top}px` }}
      shadow="var(--el-e3)"
      transitionProps={{ duration: isInstant && life.isOpen ? 0 : 180, transition: 'fade' }}
      classNames={classNames}
    >
      <Modal.Overlay bg="var(--el-scrim)" />
      <Modal.Content
        ref={content}
        data-instant={isInstant || undefined}
        onKeyDownCapture={({ key }) => {
          wasTab.current = key === 'Tab'
        }}
        onPointerDownCapture={() => {
          wasTab.current = false
        }}
        onFocus={(event) => {
          keepFocus(event)
          // Mantine moves the focus itself, and does not select the text of the next field as browsers do.
          if (wasTab.current && event.target instanceof HTMLInputElement) event.target.select()
        }}
      >
        {shape === 'palette' ? (
          <VisuallyHidden>
            <Modal.Title component="h2">{title}</Modal.Title>
          </VisuallyHidden>
        ) : (
          <div className={classes.head}>
            <Modal.Title component="h2">
              {title}
              {badge}
            </Modal.Title>
            {subtitle && <p className="el-ui el-ink-2 el-break">{subtitle}</p>}
          </div>
        )}
        {children}
        {/* The last element, so that the keyboard starts at the modal's content. */}
        {shape !== 'palette' && (
          <div className={classes.close}>
            <IconButton icon={IconX} label="Close" onClick={onAskClose} />
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

const { root = '', inner = '', overlay = '', content = '' } = classes
const classNames = { root, inner, overlay, content }

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
