/** Five clusters with five schools each; the names are made up for the sample charity. */
export const demoSchools: Record<string, string[]> = {
  Kisumu: [
    'Nyando Girls High School',
    'Lakeview Boys High School',
    'Ahero Mixed Secondary School',
    'Dunga Hills Secondary School',
    'Kano Plains Special School',
  ],
  'Nairobi East': [
    'Donholm Ridge Secondary School',
    'Mihango Girls High School',
    'Embakasi Garden Boys School',
    'Umoja Light Secondary School',
    'Kayole Vision Special School',
  ],
  Kwale: [
    'Shimba View High School',
    'Diani Reef Secondary School',
    'Msambweni Girls High School',
    'Lunga Bay Boys High School',
    'Kinango Mixed Secondary School',
  ],
  'Uasin Gishu': [
    'Kapsoya Heights High School',
    'Moiben Valley Girls School',
    'Turbo Hill Boys High School',
    'Sergoit Rock Secondary School',
    'Ziwa Falls Secondary School',
  ],
  Machakos: [
    'Mua Hills Girls High School',
    'Iveti Boys High School',
    'Kathiani Stream Secondary School',
    'Mwala Acacia Secondary School',
    'Yatta Springs Special School',
  ],
}
