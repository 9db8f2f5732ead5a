// Vehicle identification numbers, with the check digit of ISO 3779 as North America writes it.
import { City } from '../../../services/catalogue/words.js';

/** The value of each letter; I, O and Q are not allowed. */
const values = new Map([...'0123456789'].map((digit) => [digit, Number(digit)]));
for (const [letters, first] of [
  ['ABCDEFGH', 1],
  ['JKLMN', 1],
  ['P', 7],
  ['R', 9],
  ['STUVWXYZ', 2],
] as const)
  for (const [index, letter] of [...letters].entries()) values.set(letter, first + index);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const checkAt = 8;

/** The digit that belongs at the ninth place: the weighted sum by 11, ten as `X`. */
function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, letter, index) => total + values.get(letter)! * weights[index]!, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Whether a text is a VIN: 17 allowed characters with a valid check digit. */
export const isVin = (text: string): boolean => /^[0-9A-HJ-NPR-Z]{17}$/.test(text) && text[checkAt] === checkDigit(text);

/** Model years by their letters. */
export type YearLetter = 'R' | 'S' | 'T';

/** `SBX`, the model, `E`, the number of the city in the order of `RideCity`, the check digit, the year, the plant `S`, six digits. Ours. */
export function makeVin(model: string, city: (typeof City)[number], year: YearLetter, num: number): string {
  const front = `SBX${model}E${String(City.indexOf(city) + 1).padStart(2, '0')}`;
  const back = `${year}S${String(num).padStart(6, '0')}`;
  return `${front}${checkDigit(`${front}0${back}`)}${back}`;
}
