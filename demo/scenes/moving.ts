const DROPS = 26

/** How far a film has come, from 0 to 1, and how often something happens in it. */
const beat = (time: number, times: number, phase: number) =>
  Math.max(Math.sin((time * times + phase) * 2 * Math.PI), 0)

/** Three drums on a stage, each with a beat of its own. */
export function drawDrums(time: number): string {
  const drums = [
    { x: 112, y: 122, radius: 34, colour: '#e5ab3a' },
    { x: 180, y: 106, radius: 42, colour: '#c98a62' },
    { x: 248, y: 122, radius: 34, colour: '#e5ab3a' },
  ].map(({ x, y, radius, colour }, index) => {
    const struck = beat(time, 8, index / 3)
    const sticks = `<path d="M${x + radius} ${y - 44 + struck * 14}L${x + 6} ${y - 16 + struck * 16}"
      stroke="#c98a62" stroke-width="4" stroke-linecap="round"/>`
    return `<path d="M${x - radius} ${y}h${radius * 2}l-${radius * 0.45} 74h-${radius * 1.1}z" fill="${colour}"/>
      <path d="M${x - radius} ${y}l${radius * 0.9} 74m${radius * 1.1}-74-${radius * 0.55} 74" stroke="#5b3423" stroke-width="2.5"/>
      <ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * 0.28 - struck * 3}" fill="#f6efe0"/>${sticks}`
  })
  const lamps = [110, 180, 250].map((x, index) => {
    const radius = 5 + beat(time, 4, index / 3) * 3
    return `<circle cx="${x}" cy="${index === 1 ? 40 : 32}" r="${radius}" fill="#e5ab3a"/>`
  })
  return `<rect width="360" height="240" fill="#0b3d40"/>
    <path d="M0 0h46q6 90-18 190H0zM360 0h-46q-6 90 18 190h28z" fill="#b0553f"/>
    <path d="M0 0h18q4 90-8 190H0zM360 0h-18q-4 90 8 190h10z" fill="#8e4030"/>
    <rect y="188" width="360" height="52" fill="#8a5638"/><ellipse cx="180" cy="196" rx="130" ry="16" fill="#a96c47"/>
    ${drums.join('')}${lamps.join('')}`
}

/** Somebody under an umbrella, and the rain around them. */
export function drawRain(time: number): string {
  const rain = Array.from({ length: DROPS }, (_, index) => {
    const fall = (index * 97 + time * 240 * 4) % 240
    const x = (index * 53 + 11) % 360
    return `<path d="M${x - fall * 0.1} ${fall}l-5 15" stroke="#e9f1f1" stroke-width="2" stroke-linecap="round" opacity=".75"/>`
  })
  const sway = Math.sin(time * 4 * Math.PI) * 3
  return `<rect width="360" height="240" fill="#b9cccf"/>
    <path d="M0 120q90-40 180-14t180-20v154H0z" fill="#7d9a92"/><path d="M0 160q150-20 360 0v80H0z" fill="#5f7f6d"/>
    <path d="M128 240q30-60 62-84h16q18 30 74 84z" fill="#c98a62"/>${rain.join('')}
    <g transform="rotate(${sway} 186 200)">
      <path d="M122 128q6-56 62-58t66 54q-10-9-21 0-10-9-21 0-11-9-22 0-10-9-21 2-11-9-22 2-10-9-21 0z" fill="#b0553f"/>
      <path d="M186 70v-8M186 126v62q0 12 11 12t11-11" stroke="#24413f" stroke-width="4" fill="none" stroke-linecap="round"/>
      <path d="M186 70q-22 20-22 57M186 70q20 20 22 54" stroke="#8e4030" stroke-width="2.5" fill="none"/>
    </g>`
}
