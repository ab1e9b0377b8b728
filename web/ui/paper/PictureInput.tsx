import { type Ref, useEffect, useState } from 'react'
import { useWidth } from '../useIsPhone.ts'

type PictureInputProps = {
  ref: Ref<HTMLInputElement>
  /** Opens the camera directly, for one picture; otherwise several pictures can be chosen. */
  isCamera?: boolean
  onFiles: (files: File[]) => void
}

/** A hidden input, which a button opens. */
export const PictureInput = ({ ref, isCamera = false, onFiles }: PictureInputProps) => (
  <input
    hidden
    ref={ref}
    type="file"
    accept="image/*"
    multiple={!isCamera}
    {...(isCamera && { capture: 'environment' as const })}
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])]
      // Lets the same file be chosen again.
      currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)

/** Whether a file input can open a camera: on phones and tablets. Computers open a file chooser instead. */
export const useHasCamera = () => useWidth('(pointer: coarse)')

/** Whether the user has forbidden the camera for this site. */
export function useIsCameraBlocked(): boolean {
  const hasCamera = useHasCamera()
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    if (!hasCamera) return undefined
    let status: PermissionStatus | undefined
    let isShown = true
    const show = () => isShown && setIsBlocked(status?.state === 'denied')
    const ask = async () => {
      status = await navigator.permissions.query({ name: 'camera' })
      status.addEventListener('change', show)
      show()
    }
    // Not every browser can be asked, nor over http.
    ask().catch(() => {})
    return () => {
      isShown = false
      status?.removeEventListener('change', show)
    }
  }, [hasCamera])
  return isBlocked
}
