// Reads the dates of HTTP headers. Any other text is not a date: `Date.parse` would read `-1` and `1.5` as years of
// 2001.

/**
 * An HTTP date in epoch milliseconds: the preferred form, or one of the two obsolete ones (RFC 9110, 5.6.7).
 * @returns NaN for any other text, and for a day that does not exist
 */
export function httpDate(header: unknown): number {
  const text = String(header)
    .replace(
      /^(\w{3}) (\w{3}) ([ \d])(\d) ([\d:]{8}) (\d{4})$/,
      (_, name, month, ten, unit, time, year) => `${name}, ${ten.trim() || '0'}${unit} ${month} ${year} ${time} GMT`,
    )
    .replace(
      /^(\w{3})\w{3,6}, (\d\d)-(\w{3})-(\d\d) ([\d:]{8} GMT)$/,
      (_, name, day, month, year, time) => `${name}, ${day} ${month} ${fullYear(Number(year))} ${time}`,
    );
  const at = Date.parse(text);
  return new Date(at).toUTCString() === text ? at : Number.NaN;
}

/** The year of two digits: at most 50 years in the future. */
const fullYear = (year: number) => {
  const thisYear = new Date().getUTCFullYear();
  const inCentury = thisYear - (thisYear % 100) + year;
  return inCentury > thisYear + 50 ? inCentury - 100 : inCentury;
};
