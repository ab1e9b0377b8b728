import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconCamera, IconVideo, type TablerIcon } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './CameraButtons.module.css'

type OnTake = { onTake: (file: File) => void }

/** Opens a phone's camera at once, where its file picker would first offer everything else. */
export const CameraButtons = ({ onTake }: OnTake) => (
  <div className={classes.buttons}>
    <CameraButton label="Take a photo" Icon={IconCamera} accept="image/jpeg" onTake={onTake} />
    <CameraButton label="Record a film" Icon={IconVideo} accept="video/mp4" onTake={onTake} />
  </div>
)

type CameraButtonProps = OnTake & { label: string; Icon: TablerIcon; accept: string }

function CameraButton({ label, Icon, accept, onTake }: CameraButtonProps) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        {label}
      </Button>
      <input
        hidden
        ref={camera}
        type="file"
        accept={accept}
        capture="environment"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onTake(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
